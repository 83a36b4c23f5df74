import Coalesce
import CoalesceTesting
import CoalesceStrategies
import Testing

/// Dropping a strategy, unused or busy, is safe and ends its deliveries.
@Suite(.timeLimit(.minutes(15))) struct DropTests {
  @Test(arguments: StrategyCase.allCases)
  func unusedStrategyCanBeDropped(_ subject: StrategyCase) {
    let stage = Stage(subject)
    stage.drop()
    stage.run()
    #expect(stage.deliveries.isEmpty)
  }

  @Test(arguments: StrategyCase.allCases, Origin.allCases)
  func droppedWithAHopPendingItDeliversNothing(_ subject: StrategyCase, _ origin: Origin) {
    let stage = Stage(subject)
    stage.at(.zero, .background) { stage.submit(1, 2, 3) }
    // A background drop comes before main has woken up, one on main in the pass before the hop's.
    stage.scheduler.onMain { if origin == .main { stage.drop() } }
    stage.at(.microseconds(10), .background) { if origin == .background { stage.drop() } }
    stage.run()
    #expect(stage.deliveries.isEmpty)
    #expect(stage.strategy == nil)
  }

  @Test(arguments: StrategyCase.allCases, Origin.allCases)
  func droppedWithATimerSetItDeliversNothingMore(_ subject: StrategyCase, _ origin: Origin) {
    let stage = Stage(subject)
    stage.at(.zero, origin) { stage.submit(1) }
    stage.at(subject.longestWait + .milliseconds(2), .background) {
      stage.submit(2)
      stage.drop()
    }
    stage.run()
    #expect(stage.shown == [1])
  }

  @Test(arguments: StrategyCase.allCases)
  func droppedWhileBusyItIsFreedAtOnce(_ subject: StrategyCase) {
    let stage = Stage(subject)
    weak let strategy: AnyObject? = stage.strategy
    stage.at(.zero, .background) { stage.submit(1) }
    stage.at(subject.longestWait + .milliseconds(2), .background) {
      stage.submit(2, 3)
      #expect(strategy != nil)
      stage.drop()
      #expect(strategy == nil)
    }
    stage.run()
    #expect(stage.shown == [1])
  }

  @Test(arguments: StrategyCase.allCases, Origin.allCases)
  func droppedInsideItsOwnDeliveryItIsFreedAfterwards(_ subject: StrategyCase, _ origin: Origin) {
    let stage = Stage(subject)
    weak let strategy: AnyObject? = stage.strategy
    stage.inside = { _ in stage.drop() }
    stage.at(.zero, origin) { stage.submit(1) }
    stage.run()
    #expect(stage.shown == [1])
    #expect(strategy == nil)
  }
}
