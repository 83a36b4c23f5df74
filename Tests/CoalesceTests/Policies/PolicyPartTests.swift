import CoalesceTesting
import Testing

@testable import Coalesce
@testable import CoalesceStrategies

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

  /// At an app's launch, other work follows the first delivery.
  @Test func layoutCommitCountsAfterThreeSamples() {
    var cost = DeliveryCost()
    for layout: UInt64 in [800, 20] {
      cost.learn(timing(5, layout: layout))
      #expect(cost.nanoseconds <= 5)
    }
    cost.learn(timing(5, layout: 20))
    #expect(cost.nanoseconds == 25)
  }

  @Test func twoOutlyingLayoutCommitsInFiveAreIgnored() {
    var cost = DeliveryCost()
    for layout: UInt64 in [20, 20, 20, 900, 900] { cost.learn(timing(5, layout: layout)) }
    #expect(cost.nanoseconds == 25)
    cost.learn(timing(5, layout: 900))
    #expect(cost.nanoseconds == 905)
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

struct PendingWaitTests {
  @Test func emptyWaitIsNeverDue() {
    #expect(PendingWait().time(reaching: 0) == .max)
  }

  @Test func maximumWaitCountsFromTheOldestUpdate() {
    for (cost, due) in [(5, 350), (50_000_000, 1_000_000_100)] as [(Int, UInt64)] {
      var pending = PricedWait(
        price: 0.02, deliveryCost: .nanoseconds(cost), maximumWait: .seconds(1))
      #expect(pending.due == .max)
      pending.wait.add(1, at: 100)
      #expect(pending.due == due)
    }
  }

  @Test func waitingTimesAddUp() {
    var wait = PendingWait()
    wait.add(1, at: 100)
    #expect(wait.time(reaching: 30) == 130)
    wait.add(2, at: 110)
    // 10 ns of waiting so far, then 3 more per nanosecond.
    #expect(wait.time(reaching: 30) == 117)
    #expect(wait.time(reaching: 10) == 110)
    wait.add(1, at: 120)
    #expect(wait.time(reaching: 30) == 120)
  }

  @Test func outOfOrderTimeIsClampedToTheNewest() {
    var wait = PendingWait()
    wait.add(1, at: 100)
    wait.add(1, at: 90)
    #expect(wait.count == 2)
    #expect(wait.time(reaching: 10) == 105)
  }

  @Test func overflowingWaitIsOverdue() {
    var wait = PendingWait()
    wait.add(.max, at: 0)
    wait.add(1, at: 1 << 40)
    #expect(wait.time(reaching: .max - 1) == 1 << 40)
  }

  @Test func unreachableTotalIsNeverDue() {
    var wait = PendingWait()
    wait.add(1, at: 5)
    #expect(wait.time(reaching: .max) == .max)
  }
}

/// An update is in the store before its policy hears of it, and a delivery may end in between. The policy must not
/// assume that it has waited since the previous update.
struct PolicyTimingTests {
  private let delivery = DeliveryTiming(start: 900, end: 910, layoutNanoseconds: 10)

  @Test func quietTimeCountsFromTheNewestNotedUpdate() {
    var policy = DebouncePolicy(wait: .nanoseconds(50), maximumWait: .nanoseconds(300))
    policy.didHear(1, at: 600)
    policy.didNote(newest: 890)
    #expect(policy.due == 900)
    policy.willDeliver(at: 900)
    policy.didDeliver(delivery)
    #expect(policy.due == 940)
    policy.didNote(newest: 1_000)
    #expect(policy.due == 1_050)
    policy.didHear(1, at: 1_000)
    #expect(policy.due == 1_050)
  }

  @Test func noFrameIsDueUntilAnUpdateHasArrived() {
    var policy = FramePolicy(period: .nanoseconds(100))
    #expect(policy.due == .max)
    policy.didHear(1, at: 850)
    #expect(policy.due == 900)
    policy.willDeliver(at: 900)
    policy.didHear(1, at: 905)
    // At this time, the update may cancel the running delivery.
    #expect(policy.due == 1_000)
    policy.didDeliver(delivery)
    #expect(policy.due == 1_000)
    policy.willDeliver(at: 1_000)
    policy.didDeliver(DeliveryTiming(start: 1_000, end: 1_010, layoutNanoseconds: 10))
    #expect(policy.due == .max)
    policy.didHear(1, at: 1_150)
    #expect(policy.due == 1_200)
  }

  /// After a reset, a frame may have a second delivery.
  @Test func resetMakesAFrameForgetItsDelivery() {
    var policy = FramePolicy(period: .nanoseconds(100))
    policy.willDeliver(at: 900)
    policy.didDeliver(DeliveryTiming(start: 900, end: 900, layoutNanoseconds: 0))
    policy.didHear(1, at: 900)
    #expect(policy.due == 1_000)
    policy.reset()
    #expect(policy.due == 900)
  }

  /// An app's own clock may be set back.
  @Test func deliveryThatEndsBeforeItsStartTakesNoTime() {
    var policy = ThrottlePolicy(interval: .nanoseconds(10))
    policy.willDeliver(at: 900)
    policy.didDeliver(DeliveryTiming(start: 900, end: 800))
    #expect(policy.due == 910)
  }
}
