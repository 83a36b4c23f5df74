import Coalesce
import CoalesceTesting
import Testing

/// What the policies do that nearly every app wants, to be read: one character is 1 ms.
@Suite struct PolicyTimelineTests {
  private static func throttle(_ milliseconds: Int) -> ThrottlePolicy {
    .throttle(interval: .milliseconds(milliseconds), leading: .inSubmit)
  }

  @Test(arguments: Origin.allCases)
  func throttleShowsTheFirstAtOnceAndTheNewestAtTheIntervalsEnd(_ origin: Origin) {
    let input = "abcd----e---f"
    let shown = "a----d----e----f"
    #expect(Timeline(origin: origin).play(input, Self.throttle(5)) == shown)
  }

  @Test(arguments: Origin.allCases)
  func throttleStartsAtOnceAgainAfterAnInterval(_ origin: Origin) {
    let input = "abcd-----e---f"
    let shown = "a---d----e---f"
    #expect(Timeline(origin: origin).play(input, Self.throttle(4)) == shown)
  }

  @Test(arguments: Origin.allCases)
  func throttlePausesAsLongAsADearDeliveryTook(_ origin: Origin) {
    let input = "abcdefghijklmnop"
    let shown = "a-----g-----m-----p"
    let timeline = Timeline(origin: origin, cost: .milliseconds(3))
    #expect(timeline.play(input, Self.throttle(4)) == shown)
  }

  @Test(arguments: Origin.allCases)
  func throttleWithoutAnIntervalShowsEachStep(_ origin: Origin) {
    let input = "ab--[cd]-e"
    let shown = origin == .main ? "ab--[cd]-e" : "ab--d-e"
    #expect(Timeline(origin: origin).play(input, Self.throttle(0)) == shown)
  }

  @Test(arguments: Origin.allCases)
  func nextPassShowsTheNewestOfEachPass(_ origin: Origin) {
    let input = "ab-c---d"
    let shown = "ab-c---d"
    let timeline = Timeline(origin: origin)
    #expect(timeline.play(input, .nextPass) == shown)
  }

  @Test func nextPassTakesWhatCameDuringADeliveryInTheNextPass() {
    let input = "abcdef------g"
    let shown = "a-c-e-f-----g"
    let timeline = Timeline(cost: .milliseconds(2))
    #expect(timeline.play(input, .nextPass) == shown)
  }

  @Test func nextPassMergesWhatCameAtOnce() {
    let input = "[abc]--[de]"
    let shown = "c--e"
    #expect(Timeline().play(input, .nextPass) == shown)
  }
}
