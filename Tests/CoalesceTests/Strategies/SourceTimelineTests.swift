import Coalesce
import CoalesceTesting
import CoalesceStrategies
import Testing

/// What a strategy does, to be read: one character is 1 ms.
@Suite struct SourceTimelineTests {
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
