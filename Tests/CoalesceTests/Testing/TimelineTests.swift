import Coalesce
import CoalesceStrategies
import CoalesceTesting
import BenchLibrarySupport
import Testing

/// The input and output format of timelines.
struct TimelineTests {
  @Test func documentedExampleIsCorrect() {
    let input = "abcd----e---f"
    let shown = "a----d----e----f"
    #expect(Timeline().play(input, .throttle(for: .milliseconds(5))) == shown)
  }

  @Test(arguments: Timeline.Origin.allCases)
  func lineEndsAtTheLastSubmissionOrDelivery(_ origin: Timeline.Origin) {
    let timeline = Timeline(origin: origin)
    #expect(timeline.play("", .nextPass) == "")
    #expect(timeline.play("---", .nextPass) == "")
    #expect(timeline.play("a--b", .frame(period: .seconds(1))) == "a---" + dashes(996) + "b")
  }

  @Test func lineWithoutDeliveriesEndsAtTheLastSubmission() {
    #expect(Timeline().play("ab-c--") { _, _ in Silent() } == "----")
  }

  @Test func newestUpdateOfAGroupIsShown() {
    #expect(Timeline().play("[abc]--[de]", .nextPass) == "c--e")
  }

  @Test func deliveriesInAStepAreGrouped() {
    let timeline = Timeline(origin: .main)
    #expect(timeline.play("[ab]-c", .throttleInSubmit(for: .zero)) == "[ab]-c")
  }

  @Test func deliveryAndLayoutCostsKeepTheMainThreadBusy() {
    #expect(Timeline(cost: .milliseconds(3)).play("abcdef", .nextPass) == "a--d--f")
    #expect(Timeline(layout: .milliseconds(3)).play("abcdef", .nextPass) == "a--d--f")
  }

  @Test(arguments: [(0, "---a"), (2, "-----a"), (-1, "---a")])
  func lateTimersDelayDeliveriesAndEarlyTimersAreSetAgain(_ error: Int, _ shown: String) {
    let timeline = Timeline(timerError: .milliseconds(error))
    #expect(timeline.play("a", .debounce(for: .milliseconds(3))) == shown)
  }

  private func dashes(_ count: Int) -> String { String(repeating: "-", count: count) }
}

/// A strategy that delivers nothing.
private final class Silent: UpdateStrategy {
  let pendingCount = 0
  func submit(_ update: Timeline.Letter) {}
  func flush() {}
  func cancel() {}
}
