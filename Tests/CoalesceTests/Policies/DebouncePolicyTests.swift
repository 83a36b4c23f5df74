import CoalesceTesting
import BenchLibrarySupport
import Testing

@testable import Coalesce

/// A debounce that waits for 3 ms, and for at most 8 ms.
struct DebouncePolicyTests {
  private let policy = DebouncePolicy(wait: .milliseconds(3), maximumWait: .milliseconds(8))

  private func stage() -> Stage { Stage(policy, hop: .zero) }

  @Test func debounceWithoutAMaximumWaitsUntilUpdatesStop() {
    let shown = Timeline(step: .seconds(1)).play("abcd", .debounce(for: .seconds(3)))
    #expect(shown == "------d")
  }

  @Test func leadingDebounceDeliversTheFirstAtOnceAndTheOthersWhenUpdatesStop() {
    let shown = Timeline(step: .seconds(1)).play(
      "a--bcde------f", .debounce(for: .seconds(3), leading: true))
    #expect(shown == "a--b-----e---f")
  }

  /// The maximum counts from the first update, even if a new policy is set later.
  @Test(arguments: [1, 3, 5, 7])
  func newDebounceKeepsTheWaitOfTheFirstUpdate(_ time: Int) throws {
    let stage = stage()
    let strategy = try #require(stage.coalescer)
    stage.submit(0...14, every: .milliseconds(1))
    stage.at(.microseconds(1_000 * time + 500), .background) { strategy.pace = Pace(policy) }
    stage.run()
    #expect(stage.deliveries.first?.start == .milliseconds(8))
  }

  @Test func newDebounceSettingsCountFromTheNewestUpdate() {
    var old = DebouncePolicy(wait: .nanoseconds(10), maximumWait: .nanoseconds(100))
    old.didHear(1, at: 1_000)
    old.didNote(newest: 1_050)
    var new = DebouncePolicy(wait: .nanoseconds(20), maximumWait: .nanoseconds(100))
    let isGoingOn = new.inherit(from: old)
    #expect(isGoingOn)
    #expect(new.due == 1_070)
  }

  /// The wait of dropped updates must not shorten the wait of later ones.
  @Test func cancelPendingRestartsTheMaximumWait() throws {
    let stage = stage()
    let strategy = try #require(stage.coalescer)
    stage.at(.zero, .main) { stage.submit(0) }
    stage.at(.microseconds(2_500), .main) { strategy.cancelPending() }
    stage.submit(3...14, every: .milliseconds(1), .main)
    stage.run()
    #expect(stage.deliveries.first?.start == .milliseconds(11))
  }

  @Test func quietTimeCountsFromTheNewestNotedUpdate() {
    var policy = DebouncePolicy(wait: .nanoseconds(50), maximumWait: .nanoseconds(300))
    policy.didHear(1, at: 600)
    policy.didNote(newest: 890)
    #expect(policy.due == 900)
    policy.willDeliver(at: 900)
    policy.didDeliver(DeliveryTiming(start: 900, end: 910, layoutNanoseconds: 10))
    #expect(policy.due == 940)
    policy.didNote(newest: 1_000)
    #expect(policy.due == 1_050)
    policy.didHear(1, at: 1_000)
    #expect(policy.due == 1_050)
  }
}
