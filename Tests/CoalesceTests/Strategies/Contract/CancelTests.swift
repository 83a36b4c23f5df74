import Coalesce
import CoalesceTesting
import CoalesceStrategies
import Testing

/// `cancel()`: nothing after it.
@Suite(.timeLimit(.minutes(15))) struct CancelTests {
  @Test(arguments: StrategyCase.allCases)
  func nothingIsDeliveredAfterCancelOnMain(_ subject: StrategyCase) {
    let stage = Stage(subject)
    stage.at(.zero, .main) {
      stage.strategy?.cancel()
      #expect(stage.pendingCount == 0)
    }
    // Off main, after main was posted the cancel and before it has woken up.
    stage.at(.microseconds(10), .background) { stage.submit(1, 2, 3) }
    stage.run()
    #expect(stage.deliveries.isEmpty)
    #expect(stage.pendingCount == 0)
  }

  @Test(arguments: StrategyCase.allCases)
  func nothingIsDeliveredAfterCancelWithATimerSet(_ subject: StrategyCase) {
    let stage = Stage(subject)
    stage.at(.zero, .background) { stage.submit(1) }
    stage.at(subject.longestWait + .milliseconds(2), .main) {
      stage.submit(2)
      stage.strategy?.cancel()
    }
    let isShownAtOnce =
      StrategyCase.inline.contains(subject) && StrategyCase.perUpdate.contains(subject)
    stage.run()
    #expect(stage.shown == (isShownAtOnce ? [1, 2] : [1]))
  }

  /// What is ignored must not be kept either: an element list would grow for ever. At once, and not
  /// only after main's next pass.
  @Test(arguments: StrategyCase.allCases, Origin.allCases)
  func submissionsAfterCancelAreIgnoredAndNotKept(_ subject: StrategyCase, _ origin: Origin) {
    let stage = Stage(subject)
    stage.at(.zero, .main) { stage.strategy?.cancel() }
    for time in [0, 1, 2, 30] {
      stage.at(.milliseconds(time), origin) {
        stage.submit(time)
        if origin == .main { #expect(stage.pendingCount == 0) }
      }
    }
    stage.at(.milliseconds(50), .background) { #expect(stage.pendingCount == 0) }
    stage.at(.milliseconds(60), .main) { stage.strategy?.flush() }
    stage.run()
    #expect(stage.deliveries.isEmpty)
  }

  @Test(arguments: StrategyCase.allCases, Origin.allCases)
  func cancelInsideADeliveryEndsTheDeliveries(_ subject: StrategyCase, _ origin: Origin) {
    let stage = Stage(subject)
    stage.inside = { _ in
      // A strategy that goes on all the same must not do so for ever.
      guard stage.deliveries.count < 10 else { return }
      stage.submit(8)
      stage.strategy?.cancel()
      stage.submit(9)
    }
    stage.at(.zero, origin) { stage.submit(1, 2, 3) }
    stage.at(.milliseconds(30), origin) { stage.submit(4) }
    stage.run()
    #expect(stage.deliveries.count == 1)
    #expect(stage.shown.first == 1)
    #expect(!stage.shown.contains(4))
    #expect(!stage.shown.contains(8))
  }

  @Test(arguments: StrategyCase.allCases)
  func cancelTwiceIsHarmless(_ subject: StrategyCase) {
    let stage = Stage(subject)
    stage.at(.zero, .background) { stage.submit(1) }
    let time = subject.longestWait + .milliseconds(5)
    stage.at(time, .background) { stage.strategy?.cancel() }
    stage.at(time, .main) { stage.strategy?.cancel() }
    stage.run()
    #expect(stage.shown == [1])
  }
}
