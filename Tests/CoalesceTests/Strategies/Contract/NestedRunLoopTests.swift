import Coalesce
import CoalesceTesting
import CoalesceStrategies
import Testing

/// A handler that turns the run loop: the strategy's hop arrives while its delivery is under way,
/// must deliver nothing there, and must not be the last one.
@Suite(.timeLimit(.minutes(15))) struct NestedRunLoopTests {
  @Test(arguments: StrategyCase.allCases, Origin.allCases)
  func submissionInsideTheDeliveryIsNotStranded(_ subject: StrategyCase, _ origin: Origin) {
    let stage = stage(subject)
    stage.inside = { elements in
      guard elements == [1] else { return }
      stage.submit(2)
      stage.scheduler.turnRunLoop()
      #expect(stage.shown == [1])
    }
    stage.at(.zero, origin) { stage.submit(1) }
    stage.run()
    #expect(stage.shown == [1, 2])
    #expect(stage.deepest == 1)
    #expect(stage.pendingCount == 0)
  }

  @Test(arguments: StrategyCase.allCases, Origin.allCases)
  func submissionsDuringTheDeliveryAreNotStranded(
    _ subject: StrategyCase, _ origin: Origin
  ) {
    let stage = stage(subject)
    stage.cost = .milliseconds(3)
    stage.inside = { elements in
      guard elements == [1] else { return }
      stage.scheduler.turnRunLoop()
      #expect(stage.shown == [1])
    }
    stage.at(.zero, origin) { stage.submit(1) }
    stage.at(.milliseconds(1), .background) { stage.submit(2, 3) }
    stage.run()
    #expect(stage.shown == [1, 2, 3])
    #expect(stage.deepest == 1)
    #expect(stage.pendingCount == 0)
  }

  @Test(arguments: StrategyCase.allCases)
  func submissionInsideAFlushIsNotStranded(_ subject: StrategyCase) {
    let stage = stage(subject)
    stage.inside = { elements in
      guard elements == [1] else { return }
      stage.submit(2)
      // Long enough for a queue to hand over the turns of both.
      for _ in 0..<3 {
        stage.scheduler.spend(nanoseconds: 1_000_000)
        stage.scheduler.turnRunLoop()
      }
      #expect(stage.shown == [1])
    }
    stage.at(.zero, .main) {
      stage.submit(1)
      stage.strategy?.flush()
    }
    stage.run()
    #expect(stage.shown == [1, 2])
    #expect(stage.deepest == 1)
    #expect(stage.pendingCount == 0)
  }

  /// There is no interval here, or what is pending would wait for its timer alone.
  private func stage(_ subject: StrategyCase) -> Stage {
    Stage { subject.make($0, interval: .zero, deliver: $1) }
  }
}
