import Foundation
import Testing

@testable import BenchHarness
@testable import BenchMath
@testable import BenchReport

struct ChangeTests {
  struct Exact: Sendable {
    let base: Double?, candidate: Double?
    var allowed: Double?
    let change: (ratio: Double?, isWorse: [Bool])?
  }

  /// Whether the change is worse if lower, higher or neither is better.
  private static let (more, less, gone) = (
    [true, false, false], [false, true, false], [true, true, true]
  )

  @Test(arguments: [
    Exact(base: 5, candidate: 5, change: nil), Exact(base: 0, candidate: 0, change: nil),
    Exact(base: 2, candidate: 4, change: (2, more)),
    Exact(base: 4, candidate: 2, change: (0.5, less)),
    Exact(base: 0, candidate: 4, change: (nil, more)),
    Exact(base: 4, candidate: 0, change: (0, less)),
    Exact(base: -4, candidate: -2, change: (0.5, more)),
    Exact(base: nil, candidate: 4, change: (nil, gone)),
    Exact(base: 4, candidate: nil, change: (nil, gone)),
    Exact(base: .nan, candidate: 4, change: (nil, gone)),
    Exact(base: 4, candidate: .nan, change: (nil, gone)),
    // Only the first ratio is still finite in percent.
    Exact(base: 1, candidate: 1e306, change: (1e306, more)),
    Exact(base: 1, candidate: 1e307, change: (nil, more)),
    Exact(base: 10, candidate: 11, allowed: 1, change: nil),
    Exact(base: 10, candidate: 9, allowed: 1, change: nil),
    Exact(base: 10, candidate: 12, allowed: 1, change: (1.2, more)),
    Exact(base: 10, candidate: 8, allowed: 1, change: (0.8, less)),
  ])
  func exactDifferenceBeyondTheToleranceIsAChange(_ exact: Exact) {
    let change = Change(exact: exact.base, exact.candidate, allowed: exact.allowed)
    #expect((change == nil) == (exact.change == nil))
    guard let change, let expected = exact.change else { return }
    #expect(change.ratio == expected.ratio)
    #expect([.lower, .higher, .neither].map { change.isWorse($0) } == expected.isWorse)
    // An exact change has no interval.
    #expect(change.estimate == nil && change.pairs == 0)
    #expect(change.toward(more: true) == nil)
  }

  @Test func pairedRatiosBoundAChangeInBothDirections() throws {
    let ratios = (1...6).map { 0.1 * Double($0) }
    let change = Change(logRatios: ratios.reversed())
    let estimate = try #require(HodgesLehmann(ratios))
    #expect(change.estimate == estimate && change.pairs == 6)
    #expect(change.ratio == exp(estimate.estimate))
    let (more, less) = (
      try #require(change.toward(more: true)), try #require(change.toward(more: false))
    )
    // All six signs agree, which happens by chance in one of 64 cases.
    #expect(more.estimate == estimate.estimate && more.largest == estimate.high)
    #expect(more.p == 1.0 / 64)
    #expect(less.estimate == -estimate.estimate && less.largest == estimate.low.map { -$0 })
    #expect(less.p == 1)
    #expect(change.isWorse(.lower))
    #expect(!Change(logRatios: ratios.map { -$0 }).isWorse(.lower))
  }

  @Test func equalSamplesAreNotWorse() {
    let change = Change(logRatios: Array(repeating: 0, count: 6))
    #expect(change.ratio == 1 && !change.isWorse(.lower))
  }

  @Test func intervalAndRatioNeedEnoughPairs() {
    let few = Change(logRatios: [0.1, 0.2, 0.3, 0.4, 0.5])
    #expect(few.pairs == 5 && few.estimate?.low == nil && few.ratio != nil)
    let none = Change(logRatios: [])
    #expect(none.pairs == 0 && none.ratio == nil && none.toward(more: true) == nil)
  }
}
