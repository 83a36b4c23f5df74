import Coalesce
import CoalesceTesting
import CoalesceStrategies
import Testing

/// A handler that turns the run loop: the strategy's hop arrives while its delivery is under way,
/// must deliver nothing there, and must not be the last one.
@Suite struct NestedRunLoopTests {
  @Test(arguments: StrategyCase.allCases, Origin.allCases)
  func submissionInsideTheDeliveryIsNotStranded(_ subject: StrategyCase, _ origin: Origin) throws {
    let (stage, scheduler) = try nestingStage(subject)
    stage.inside = { elements in
      guard elements == [1] else { return }
      stage.submit(2)
      scheduler.turnRunLoop()
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
  ) throws {
    let (stage, scheduler) = try nestingStage(subject)
    stage.cost = .milliseconds(3)
    stage.inside = { elements in
      guard elements == [1] else { return }
      scheduler.turnRunLoop()
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
  func submissionInsideAFlushIsNotStranded(_ subject: StrategyCase) throws {
    let (stage, scheduler) = try nestingStage(subject)
    stage.inside = { elements in
      guard elements == [1] else { return }
      stage.submit(2)
      // Long enough for a queue to hand over the turns of both.
      for _ in 0..<3 {
        stage.scheduler.spend(nanoseconds: 1_000_000)
        scheduler.turnRunLoop()
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
  private func nestingStage(_ subject: StrategyCase) throws -> (Stage, NestingScheduler) {
    var nesting: NestingScheduler?
    let wrap = { (base: VirtualScheduler) in
      let scheduler = NestingScheduler(base)
      nesting = scheduler
      return scheduler as any UpdateScheduler
    }
    let stage = Stage(wrap: wrap) { subject.make($0, interval: .zero, deliver: $1) }
    return (stage, try #require(nesting))
  }
}
