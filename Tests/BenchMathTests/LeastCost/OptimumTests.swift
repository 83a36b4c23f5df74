import Foundation
import Testing

@testable import BenchHarness
@testable import BenchMath
@testable import BenchReport
@testable import BenchVerify

/// Compares the optimum with all possible schedules, for views that read at the start of a reload, at its layout or in
/// between, and with results computed by hand.
struct OptimumTests {
  static let kinds: [Optimum.Delivery] = [
    .init(reload: 2_240_000), .init(reload: 8_240_000), .init(reload: 0),
    .init(reload: 2_240_000, rows: (150_000, 240_000)), .init(reload: 900, rows: (100, 0)),
    .init(reload: 2_240_000, readsAfter: 2_000_000),
    .init(reload: 8_240_000, readsAfter: 8_240_000),
    .init(reload: 8_240_000, readsAfter: 400_000),
    .init(reload: 2_240_000, readsAfter: 2_000_000, rows: (150_000, 240_000)),
  ]

  private func expectBest(
    _ arrivals: [UInt64], _ delivery: Optimum.Delivery, _ price: Double,
    blocked: [Range<UInt64>] = [], growth: [Double] = [], rowCounts: [Int32] = []
  ) {
    let optimum = Optimum(delivery: delivery, price: price, blocked: blocked)
    let arrivals = Optimum.Arrivals(times: arrivals, growth: growth, rowCounts: rowCounts)
    let found = optimum.schedule(arrivals).cost(price: price)
    let plain = PlainOptimum(optimum, arrivals)
    for least in [plain.leastOfAll(), plain.least()] {
      #expect(
        abs(found - least) <= 1e-9 * max(1, least),
        "\(arrivals.times), \(delivery), price \(price): \(found), least \(least)")
    }
  }

  /// All sets of up to seven arrivals whose gaps are zero, short or long compared with a delivery.
  @Test(arguments: 0..<kinds.count)
  func optimumHasTheLeastCostForEverySmallSetOfArrivals(kind: Int) {
    let gaps: [UInt64] = kind == 4 ? [0, 600, 9_000] : [0, 6_000_000, 90_000_000]
    for count in 1...7 {
      var sets = 1
      for _ in 1..<count { sets *= gaps.count }
      for number in 0..<sets {
        var arrivals: [UInt64] = [1_000]
        var rest = number
        for _ in 1..<count {
          arrivals.append(arrivals[arrivals.count - 1] + gaps[rest % gaps.count])
          rest /= gaps.count
        }
        expectBest(arrivals, Self.kinds[kind], 0.02)
      }
    }
  }

  @Test(arguments: 0..<kinds.count, [0, 0.001, 0.02, 1, 50])
  func optimumHasTheLeastCostForTwelveRandomArrivals(kind: Int, price: Double) {
    var random = SeededGenerator(seed: UInt64(kind) + 7)
    for _ in 0..<12 {
      // Gaps range from several updates per delivery to several deliveries per gap.
      let gap = pow(10, Double.random(in: 5...8, using: &random))
      var time = UInt64.random(in: 0...10_000, using: &random)
      let arrivals = (0..<12).map { _ in
        time += UInt64(Double.random(in: 0...1, using: &random) * gap)
        return time
      }
      expectBest(arrivals, Self.kinds[kind], price)
      let rowCounts = arrivals.reduce(into: [0 as Int32]) { counts, _ in
        counts.append(counts[counts.count - 1] + .random(in: 0...1, using: &random))
      }
      expectBest(arrivals, Self.kinds[kind], price, rowCounts: rowCounts)
      let start = arrivals[3] - min(arrivals[3], 500_000)
      expectBest(
        arrivals, Self.kinds[kind], price,
        blocked: [start..<arrivals[6] + 20_000_000])
    }
  }

  /// Each row adds nothing, little, or more than an empty view's delivery takes.
  @Test(arguments: 0..<kinds.count, [0, 0.001, 0.02, 1, 50])
  func optimumHasTheLeastCostForGrowingDeliveries(kind: Int, price: Double) {
    var random = SeededGenerator(seed: UInt64(kind) + 70)
    for growing in [0, 3_000, 400_000, 9_000_000] {
      for _ in 0..<4 {
        var time: UInt64 = 0
        var grown = 0.0
        let updates = (0..<12).map { _ in
          time +=
            Bool.random(using: &random) ? 0 : UInt64.random(in: 0...30_000_000, using: &random)
          grown += Double(Int.random(in: 0...2, using: &random) * growing)
          return (time, grown)
        }
        expectBest(
          updates.map(\.0), Self.kinds[kind], price,
          blocked: [updates[3].0..<updates[6].0 + 20_000_000], growth: updates.map(\.1))
      }
    }
  }

  /// Computed by hand: a reload shows the updates that come while it runs, until it reads the model.
  @Test func reloadShowsUpdatesThatArriveBeforeItReadsTheModel() {
    let burst: [UInt64] = [0, 20, 40, 60, 80]
    let late = Optimum(delivery: .init(reload: 100, readsAfter: 80), price: 1)
    #expect(
      late.schedule(arrivals: burst)
        == .init(deliveries: 1, mainNanoseconds: 100, latencyNanoseconds: 500 - 200))
    let early = Optimum(delivery: .init(reload: 100), price: 0.1)
    #expect(
      early.schedule(arrivals: burst)
        == .init(deliveries: 1, mainNanoseconds: 100, latencyNanoseconds: 900 - 200))
  }

  /// Computed by hand: at a price that makes each update worth a reload, reloads run one after another.
  @Test func reloadsOfAViewDoNotOverlap() {
    let optimum = Optimum(delivery: .init(reload: 100), price: 100)
    #expect(
      optimum.schedule(arrivals: [0, 60, 1_000])
        == .init(deliveries: 3, mainNanoseconds: 300, latencyNanoseconds: 100 + 140 + 100))
  }

  /// Computed by hand: the update at 80, shown by the first reload, causes a second one that shows those at 180.
  @Test func shownUpdateMayStillCauseAReload() {
    let optimum = Optimum(delivery: .init(reload: 100, readsAfter: 80), price: 1)
    #expect(
      optimum.schedule(arrivals: [0, 80, 180, 180])
        == .init(deliveries: 2, mainNanoseconds: 200, latencyNanoseconds: 100 + 20 + 20 + 20))
  }

  /// Computed by hand: no update, one, many at one instant, free waiting, and free deliveries.
  @Test(
    arguments: [
      ([], 100, 0.02, .init()),
      ([7], 100, 0.5, .init(deliveries: 1, mainNanoseconds: 100, latencyNanoseconds: 100)),
      (
        Array(repeating: 5, count: 1_000), 100, 0.02,
        .init(deliveries: 1, mainNanoseconds: 100, latencyNanoseconds: 100_000)
      ),
      (
        [0, 1_000, 9_000], 100, 0,
        .init(deliveries: 1, mainNanoseconds: 100, latencyNanoseconds: 17_300)
      ),
      ([0, 10, 20], 0, 0.02, .init(deliveries: 3, mainNanoseconds: 0, latencyNanoseconds: 0)),
    ] as [([UInt64], Double, Double, Optimum.Schedule)])
  func optimumIsExactInEdgeCases(
    arrivals: [UInt64], reload: Double, price: Double, schedule: Optimum.Schedule
  ) {
    let optimum = Optimum(delivery: .init(reload: reload), price: price)
    #expect(optimum.schedule(arrivals: arrivals) == schedule)
  }

  @Test func deliveryWaitsUntilTheMainThreadIsFree() {
    let optimum = Optimum(
      delivery: .init(reload: 10), price: 1, blocked: [100..<200])
    #expect(optimum.schedule(arrivals: [150]).latencyNanoseconds == 60)
    #expect(optimum.schedule(arrivals: [200]).latencyNanoseconds == 10)
  }

  @Test func optimumOfALongTraceIsExactDespiteHugeTimes() {
    let start: UInt64 = 1 << 62
    let arrivals = (0..<1_000).map { start + UInt64($0) * 86_400_000 }
    let near = (0..<1_000).map { UInt64($0) * 86_400_000 }
    let optimum = Optimum(delivery: Self.kinds[0], price: 0.02)
    #expect(optimum.schedule(arrivals: arrivals) == optimum.schedule(arrivals: near))
  }
}
