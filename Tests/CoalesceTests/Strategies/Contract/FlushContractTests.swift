import Coalesce
import CoalesceTesting
import CoalesceStrategies
import Testing

/// `flush()`: what is pending is delivered now.
@Suite(.timeLimit(.minutes(15))) struct FlushContractTests {
  @Test(arguments: StrategyCase.allCases)
  func flushDeliversWhatIsPendingNow(_ subject: StrategyCase) {
    let stage = Stage(subject)
    stage.at(.zero, .main) {
      stage.strategy?.flush()
      #expect(stage.shown == [1, 2, 3])
      #expect(stage.pendingCount == 0)
    }
    // Off main, after main was posted the flush and before it has woken up.
    stage.at(.microseconds(10), .background) { stage.submit(1, 2, 3) }
    stage.run()
    #expect(stage.shown == [1, 2, 3])
  }

  @Test(arguments: StrategyCase.allCases)
  func flushDeliversWhatWasSubmittedOnMainJustBefore(_ subject: StrategyCase) {
    let stage = Stage(subject)
    stage.at(.zero, .main) {
      stage.submit(1, 2, 3)
      stage.strategy?.flush()
      #expect(stage.shown == [1, 2, 3])
    }
    stage.run()
    #expect(stage.shown == [1, 2, 3])
  }

  @Test(arguments: StrategyCase.allCases)
  func flushWithNothingPendingDeliversNothing(_ subject: StrategyCase) {
    let stage = Stage(subject)
    stage.at(.zero, .main) { stage.strategy?.flush() }
    stage.run()
    #expect(stage.deliveries.isEmpty)
  }

  @Test(arguments: StrategyCase.allCases)
  func flushInsideADeliveryDeliversNothing(_ subject: StrategyCase) {
    let stage = Stage(subject)
    stage.inside = { elements in
      guard elements == [1] else { return }
      stage.submit(2)
      stage.strategy?.flush()
      #expect(stage.shown == [1])
    }
    stage.at(.zero, .background) { stage.submit(1) }
    stage.run()
    #expect(stage.shown == [1, 2])
    #expect(stage.deepest == 1)
  }

  /// Or it would never return where each delivery submits the next update.
  @Test(arguments: StrategyCase.allCases)
  func flushLeavesWhatItsDeliveriesSubmit(_ subject: StrategyCase) {
    let stage = Stage(subject)
    stage.inside = { elements in if elements == [1] { stage.submit(2) } }
    stage.at(.zero, .main) {
      stage.strategy?.flush()
      #expect(stage.shown == [1])
      #expect(stage.pendingCount == 1)
    }
    stage.at(.microseconds(10), .background) { stage.submit(1) }
    stage.run()
    #expect(stage.shown == [1, 2])
  }

  @Test(arguments: StrategyCase.allCases)
  func updatesAfterAFlushAreDelivered(_ subject: StrategyCase) {
    let stage = Stage(subject)
    stage.at(.zero, .main) { stage.strategy?.flush() }
    stage.at(.microseconds(10), .background) { stage.submit(1, 2) }
    stage.at(.microseconds(60), .background) { stage.submit(3) }
    stage.at(.milliseconds(1), .main) { stage.submit(4) }
    stage.run()
    #expect(stage.shown == [1, 2, 3, 4])
    #expect(stage.pendingCount == 0)
  }
}
