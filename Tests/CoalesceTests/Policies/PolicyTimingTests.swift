import CoalesceTesting
import Testing

@testable import Coalesce

/// An update is in the store before its policy hears of it, and a delivery may end in between: the
/// policy must not take it for one that has waited since the update before it.
@Suite struct PolicyTimingTests {
  private let delivery = DeliveryTiming(start: 900, end: 910, settled: 920)

  @Test func quietTimeIsThatOfTheNewestUntilAFirstOneHasArrived() {
    var policy = DebouncePolicy(wait: .nanoseconds(50), maximumWait: .nanoseconds(300))
    policy.heard(1, at: 600)
    policy.noted(newest: 890)
    #expect(policy.due == 900)
    policy.began(at: 900)
    policy.ended(delivery)
    #expect(policy.due == 940)
    policy.noted(newest: 1_000)
    #expect(policy.due == 1_050)
    policy.heard(1, at: 1_000)
    #expect(policy.due == 1_050)
  }

  @Test func noFrameIsDueUntilAnUpdateHasArrived() {
    var policy = FramePolicy(period: .nanoseconds(100))
    #expect(policy.due == .max)
    policy.heard(1, at: 850)
    #expect(policy.due == 900)
    policy.began(at: 900)
    policy.heard(1, at: 905)
    #expect(policy.due == .max)
    policy.ended(delivery)
    #expect(policy.due == 1_000)
    policy.began(at: 1_000)
    policy.ended(DeliveryTiming(start: 1_000, end: 1_010, settled: 1_020))
    #expect(policy.due == .max)
    policy.heard(1, at: 1_150)
    #expect(policy.due == 1_200)
  }

  /// As from a clock of one's own that was set back.
  @Test func deliveryThatEndsBeforeItBeganTookNothing() {
    var policy = ThrottlePolicy(interval: .nanoseconds(10))
    policy.began(at: 900)
    policy.ended(DeliveryTiming(start: 900, end: 800, settled: 700))
    #expect(policy.due == 910)
  }
}
