import Coalesce
import CoalesceTesting
import BenchLibrarySupport
import Testing

/// The promises of every strategy in the registry, in virtual time. `bench verify` tries far more cases, but its
/// schedules cannot express these.
struct ContractTests {
  /// Updates come slower and faster than deliveries, and several at once.
  @Test(arguments: StrategyCase.allCases, Origin.allCases)
  func noUpdateIsLostAndTheOrderIsKept(_ subject: StrategyCase, _ origin: Origin) {
    for cost in [0, 1, 25] {
      let stage = Stage(subject, cost: .milliseconds(cost))
      for number in 0..<100 {
        let time = Duration.microseconds(500 * (number / 2) * (number / 8))
        stage.at(time, origin) { stage.submit(number) }
      }
      stage.run()
      #expect(stage.shown == Array(0..<100))
      if StrategyCase.perUpdate.contains(subject) { #expect(stage.deliveries.count == 100) }
      #expect(stage.wasAlwaysOnMain && stage.deepest == 1)
      #expect(stage.pendingCount == 0)
    }
  }

  @Test(arguments: StrategyCase.allCases, Origin.allCases)
  func submissionInADeliveryIsDeliveredLaterDespiteAFlush(
    _ subject: StrategyCase, _ origin: Origin
  ) {
    let stage = Stage(subject)
    var next = 1
    stage.inside = { elements in
      guard next < 20 else { return }
      let shown = stage.shown
      stage.submit(next)
      next += 1
      stage.strategy?.flush()
      #expect(stage.shown == shown)
      #expect(stage.pendingCount == 1)
    }
    stage.at(.zero, origin) { stage.submit(0) }
    stage.run()
    #expect(stage.deliveries.map(\.elements) == (0..<20).map { [$0] })
    #expect(stage.deepest == 1)
  }

  /// The strategy's dispatch arrives during its delivery, and must not be the last one.
  @Test(arguments: StrategyCase.allCases, Origin.allCases)
  func submissionInANestedRunLoopTurnIsShown(
    _ subject: StrategyCase, _ origin: Origin
  ) {
    // Without an interval; otherwise pending updates would wait for a timer.
    let stage = Stage { subject.make($0, interval: .zero, deliver: $1) }
    stage.inside = { elements in
      guard elements == [1] else { return }
      stage.submit(2)
      stage.scheduler.turnRunLoop()
      #expect(stage.shown == [1])
    }
    stage.at(.zero, origin) { stage.submit(1) }
    stage.run()
    #expect(stage.shown == [1, 2])
    #expect(stage.deepest == 1 && stage.pendingCount == 0)
  }

  @Test(arguments: StrategyCase.allCases)
  func flushLeavesUpdatesSubmittedInItsDeliveriesPending(_ subject: StrategyCase) {
    let stage = Stage(subject)
    stage.inside = { elements in if elements.contains(3) { stage.submit(4) } }
    stage.at(.zero, .main) {
      #expect(stage.pendingCount == 3)
      stage.strategy?.flush()
      #expect(stage.shown == [1, 2, 3])
      #expect(stage.pendingCount == 1)
    }
    // On a background thread, after the flush was dispatched and before the main thread has woken up.
    stage.at(.microseconds(10), .background) { stage.submit(1, 2, 3) }
    stage.at(.seconds(1), .main) {
      let count = stage.deliveries.count
      stage.strategy?.flush()
      #expect(stage.deliveries.count == count)
    }
    stage.run()
    #expect(stage.shown == [1, 2, 3, 4])
  }

  /// An empty update is not pending and must not count as pending.
  @Test(arguments: StrategyCase.allCases, Origin.allCases)
  func emptyUpdateHoldsBackNoOtherUpdate(_ subject: StrategyCase, _ origin: Origin) {
    let stage = Stage(subject)
    stage.at(.zero, origin) { stage.submit(1) }
    stage.at(.milliseconds(2), origin) { stage.strategy?.submit(OrderedUpdates([])) }
    stage.at(.milliseconds(3), origin) { stage.submit(2) }
    stage.run()
    #expect(stage.shown == [1, 2])
    #expect(stage.pendingCount == 0)
  }

  /// Ignored updates must not be kept, or a list of elements would grow forever. This holds immediately, not only after
  /// the main thread's next pass.
  @Test(arguments: StrategyCase.allCases, Origin.allCases)
  func submissionsAfterCancelAreIgnoredAndNotKept(_ subject: StrategyCase, _ origin: Origin) {
    let stage = Stage(subject)
    stage.at(.zero, .main) {
      stage.strategy?.cancel()
      stage.strategy?.cancel()
      #expect(stage.pendingCount == 0)
    }
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
  func cancelInsideADeliveryEndsDeliveries(_ subject: StrategyCase, _ origin: Origin) {
    let stage = Stage(subject)
    stage.inside = { _ in
      // Stops strategies that continue regardless.
      guard stage.deliveries.count < 10 else { return }
      stage.submit(8)
      stage.strategy?.cancel()
      stage.submit(9)
    }
    stage.at(.zero, origin) { stage.submit(1, 2, 3) }
    stage.at(.milliseconds(30), origin) { stage.submit(4) }
    stage.run()
    #expect(stage.deliveries.count == 1)
    #expect(stage.shown.first == 1 && !stage.shown.contains(4))
  }

  /// A dropped update may call the strategy in its deinit, which would hang under a lock.
  @Test(arguments: StrategyCase.allCases)
  func cancelDropsUpdatesWhoseDeinitCallsTheStrategy(_ subject: StrategyCase) {
    let scheduler = VirtualScheduler()
    let counts = Recorder<Int>()
    let strategy = subject.make(scheduler) { (_: OrderedUpdates<LockProbe>) in }
    for _ in 0..<2 {
      let probe = LockProbe { [weak strategy] in counts.record(strategy?.pendingCount ?? 0) }
      strategy.submit(OrderedUpdates([probe]))
    }
    strategy.cancel()
    scheduler.run()
    withExtendedLifetime(strategy) {}
    #expect(counts.all.allSatisfy { $0 == 0 })
  }

  @Test(arguments: StrategyCase.allCases)
  func strategyDroppedWithPendingUpdatesIsFreedAndDeliversNothing(_ subject: StrategyCase) {
    let stage = Stage(subject)
    weak let strategy: AnyObject? = stage.strategy
    stage.at(.microseconds(10), .background) {
      stage.submit(1, 2, 3)
      #expect(strategy != nil)
      stage.drop()
      #expect(strategy == nil)
    }
    stage.run()
    #expect(stage.deliveries.isEmpty)
  }
}
