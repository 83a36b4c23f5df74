import Strategies
import Testing

/// What a strategy does, to be read: one character is 1 ms.
@Suite struct TimelineTests {
  static func throttle(_ milliseconds: Int) -> Timeline.Make {
    { Throttle(interval: .milliseconds(milliseconds), scheduler: $0, deliver: $1) }
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
  func pendingFlagShowsTheNewestOfEachPass(_ origin: Origin) {
    let input = "ab-c---d"
    let shown = "ab-c---d"
    let timeline = Timeline(origin: origin)
    #expect(timeline.play(input) { PendingFlag(scheduler: $0, deliver: $1) } == shown)
  }

  @Test func pendingFlagTakesWhatCameDuringADeliveryInTheNextPass() {
    let input = "abcdef------g"
    let shown = "a-c-e-f-----g"
    let timeline = Timeline(cost: .milliseconds(2))
    #expect(timeline.play(input) { PendingFlag(scheduler: $0, deliver: $1) } == shown)
  }

  @Test func pendingFlagMergesWhatCameAtOnce() {
    let input = "[abc]--[de]"
    let shown = "c--e"
    #expect(Timeline().play(input) { PendingFlag(scheduler: $0, deliver: $1) } == shown)
  }

  @Test(arguments: StrategyCase.sources, Origin.allCases)
  func sourceShowsTheNewestOfEachPass(_ subject: StrategyCase, _ origin: Origin) {
    let input = "ab-c---d"
    let shown = "ab-c---d"
    let timeline = Timeline(origin: origin)
    #expect(timeline.play(input) { subject.make($0, deliver: $1) } == shown)
  }

  @Test(arguments: StrategyCase.sources)
  func sourceTakesWhatCameDuringADeliveryInTheNextPass(_ subject: StrategyCase) {
    let input = "abcdef------g"
    let shown = "a-c-e-f-----g"
    let timeline = Timeline(cost: .milliseconds(2))
    #expect(timeline.play(input) { subject.make($0, deliver: $1) } == shown)
  }

  @Test(arguments: StrategyCase.sources)
  func sourceMergesWhatCameAtOnce(_ subject: StrategyCase) {
    let input = "[abc]--[de]"
    let shown = "c--e"
    #expect(Timeline().play(input) { subject.make($0, deliver: $1) } == shown)
  }

  @Test func naiveShowsEachOneLateWhereADeliveryIsDear() {
    let input = "abc-------d"
    let shown = "a--b--c---d"
    let timeline = Timeline(cost: .milliseconds(3))
    #expect(timeline.play(input) { Naive(scheduler: $0, deliver: $1) } == shown)
  }
}
