import CoalesceTesting
import Testing

@testable import Coalesce

struct DeliveryCostTests {
  /// A delivery with these durations of its handler and layout commit.
  private func timing(_ handler: UInt64, layout: UInt64 = 0) -> DeliveryTiming {
    DeliveryTiming(start: 1_000, end: 1_000 + handler, layoutNanoseconds: layout)
  }

  @Test func measurementsDoNotChangeAKnownCost() {
    var cost = DeliveryCost(known: .milliseconds(3))
    cost.learn(timing(1))
    #expect(cost.nanoseconds == 3_000_000)
  }

  /// The first delivery of a screen says little about later ones.
  @Test(arguments: [0, 2, 9] as [UInt64])
  func firstSampleCannotRaiseTheCost(_ assumed: UInt64) {
    var cost = DeliveryCost(assumed: .nanoseconds(assumed))
    #expect(cost.nanoseconds == assumed)
    cost.learn(timing(7))
    #expect(cost.nanoseconds == min(7, assumed))
    cost.learn(timing(900))
    #expect(cost.nanoseconds == 7)
    #expect(cost.usualMost == 7)
    #expect(cost.longest == 900)
  }

  @Test func twoOutliersInFiveSamplesAreIgnored() {
    var cost = DeliveryCost()
    for sample: UInt64 in [5, 900, 5, 6, 800, 5, 5] {
      cost.learn(timing(sample))
      #expect(cost.nanoseconds <= 6)
    }
  }

  @Test func lastingChangeCountsAfterThreeSamples() {
    var cost = DeliveryCost()
    for _ in 0..<20 { cost.learn(timing(5)) }
    for sample in 1...3 {
      #expect(cost.nanoseconds == 5, "before sample \(sample)")
      cost.learn(timing(9))
    }
    #expect(cost.nanoseconds == 9)
  }

  @Test func layoutCommitCountsForAtMostAQuarterSecond() {
    var cost = DeliveryCost()
    for _ in 0..<5 { cost.learn(timing(5, layout: 3_000_000_000)) }
    #expect(cost.nanoseconds == 250_000_005)
  }

  @Test func inheritingKeepsTheLayoutCost() {
    var old = DeliveryCost()
    for _ in 0..<3 { old.learn(timing(5, layout: 20)) }
    var new = DeliveryCost(assumed: .nanoseconds(900))
    new.inherit(from: old)
    #expect(new.nanoseconds == 25)
  }

  /// Such a delivery was followed by another view's delivery.
  @Test func unsettledDeliveryDoesNotChangeTheLayoutCost() {
    var cost = DeliveryCost()
    for _ in 0..<3 { cost.learn(timing(5, layout: 20)) }
    for _ in 0..<5 { cost.learn(DeliveryTiming(start: 0, end: 7)) }
    #expect(cost.nanoseconds == 27)
  }

  @Test(arguments: [
    (0, 0.02, 0), (2_000_000, 0.02, 100_000_000), (1, 0.3, 4), (1, 1e-300, UInt64.max),
    (UInt64.max, 0.5, UInt64.max),
  ])
  func patienceIsCostDividedByPrice(cost: UInt64, price: Double, patience: UInt64) {
    #expect(DeliveryCost.patience(nanoseconds: cost, price: price) == patience)
  }
}
