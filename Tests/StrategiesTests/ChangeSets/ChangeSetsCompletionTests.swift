import BenchLibrarySupport
import Testing

/// `completed`, which the view calls, and the completions of submissions.
struct ChangeSetsCompletionTests {
  private let stage = ListStage()
  private let done = Recorder<String>()

  private func submit(_ rows: String, at time: Duration, _ origin: Origin = .background) {
    stage.at(time, origin) { [stage, done] in
      stage.submit(rows) {
        #expect(stage.scheduler.isMain)
        done.record(rows)
      }
    }
  }

  @Test(arguments: Origin.allCases)
  func completionsOfMergedCallsFollowTheirDelivery(_ origin: Origin) {
    stage.animate = { [stage, done] completed in
      done.record("shown")
      stage.at(stage.scheduler.now + .milliseconds(5), origin) { completed() }
    }
    submit("1", at: .zero)
    submit("2", at: .zero)
    submit("3", at: .milliseconds(2))
    submit("4", at: .milliseconds(3))
    stage.run()
    #expect(done.all == ["shown", "1", "2", "shown", "3", "4"])
  }

  @Test func callingCompletedImmediatelyTwiceOrLateIsHarmless() {
    let kept = Recorder<@Sendable () -> Void>()
    stage.animate = { completed in
      completed()
      completed()
      kept.record(completed)
    }
    for number in 0..<10 { submit("\(number)", at: .milliseconds(number)) }
    stage.at(.microseconds(9_060), .main) {
      for completed in kept.all { completed() }
    }
    stage.run()
    #expect(done.all == (0..<10).map(String.init))
    #expect(stage.deliveries.count == 10)
    for completed in kept.all { completed() }
    stage.run()
    #expect(done.count == 10)
  }

  @Test func completionMaySubmitFlushAndCancel() {
    stage.at(.zero, .background) { [stage, done] in
      stage.submit("1") {
        stage.submit("2") {
          done.record("second")
          stage.submit("3") { done.record("third") }
          stage.strategy?.flush()
          stage.submit("4") { done.record("fourth") }
          stage.strategy?.cancel()
        }
      }
    }
    stage.run()
    #expect(stage.view == ListRow.list("3"))
    #expect(done.all == ["second", "third"])
  }

  @Test func cancelInsideACompletionDropsTheOtherCompletions() {
    stage.at(.zero, .background) { [stage, done] in
      stage.submit("1") { stage.strategy?.cancel() }
      stage.submit("2") { done.record("called") }
    }
    stage.run()
    #expect(stage.deliveries.count == 1)
    #expect(done.all.isEmpty)
  }
}
