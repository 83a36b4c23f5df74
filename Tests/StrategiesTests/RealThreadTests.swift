import Coalesce
import Dispatch
import BenchLibrarySupport
import Testing

/// Real threads and queues, also run under the Thread Sanitizer.
@Suite(.serialized) struct RealThreadTests {
  private let main = RealMain()

  @Test(arguments: StrategyCase.allCases)
  func flushesDuringSubmissionsLoseNoUpdate(_ subject: StrategyCase) {
    let audit = DeliveryAudit(producers: 4, updatesEach: 2_000)
    let queue = main.queue
    let strategy = subject.make(main.scheduler, interval: .milliseconds(1)) {
      (update: OrderedUpdates<Int>) in audit.take(update.elements)
    }
    produce(threads: 4, each: 2_000) { producer, index in
      strategy.submit(OrderedUpdates([audit.number(producer: producer, index: index)]))
      if index.isMultiple(of: 20) { queue.async { strategy.flush() } }
    }
    #expect(audit.done.arrives())
    main.settle()
    #expect(audit.disorderCount == 0)
    #expect(audit.overlapCount.load(ordering: .relaxed) == 0)
    #expect(strategy.pendingCount == 0)
    if StrategyCase.perUpdate.contains(subject) { #expect(audit.deliveryCount == 4 * 2_000) }
  }

  /// The delivery may read data written before `submit` without a lock, even if a dispatch was already pending; the
  /// Thread Sanitizer would report a race.
  @Test(arguments: StrategyCase.merging)
  func modelWrittenBeforeSubmitIsSeenByTheDelivery(_ subject: StrategyCase) {
    final class Slot: @unchecked Sendable {
      // Not proven safe: the sanitizer would report a race. One slot per variable, because the sanitizer
      // does not see accesses through an array.
      var value = 0
    }
    let first = Slot()
    let second = Slot()
    let seen = Locked(0)
    let stale = Recorder<Int>()
    let done = DispatchSemaphore(value: 0)
    let strategy = subject.make(main.scheduler, interval: .zero) { (update: UpdateCount) in
      let sum = seen.withLock { seen in
        seen += update.updateCount
        return seen
      }
      guard sum.isMultiple(of: 2) else { return }
      if first.value != sum / 2 || second.value != sum / 2 { stale.record(sum) }
      done.signal()
    }
    for round in 1...2_000 {
      first.value = round
      strategy.submit(.one)
      second.value = round
      strategy.submit(.one)
      #expect(done.arrives())
    }
    #expect(stale.all.isEmpty)
  }

  @Test(arguments: StrategyCase.allCases)
  func cancelEndsDeliveriesDuringSubmissions(_ subject: StrategyCase) {
    let shown = Locked(0)
    let strategy = subject.make(main.scheduler, interval: .zero) { (_: UpdateCount) in
      shown.withLock { $0 += 1 }
    }
    let queue = main.queue
    let shownAtCancel = Locked<Int?>(nil)
    produce(threads: 4, each: 5_000) { producer, index in
      if producer == 0 && index == 2_500 {
        queue.sync {
          strategy.cancel()
          shownAtCancel.withLock { $0 = shown.withLock { $0 } }
        }
      }
      strategy.submit(.one)
    }
    main.settle()
    #expect(shown.withLock { $0 } == shownAtCancel.withLock { $0 })
  }

  /// Releasing a dispatch source in the wrong state traps.
  @Test(arguments: StrategyCase.allCases)
  func droppingAUsedOrUnusedStrategyIsSafe(_ subject: StrategyCase) {
    let scheduler = main.scheduler
    produce(threads: 4, each: 200) { _, index in
      let strategy = subject.make(scheduler, interval: .zero) { (_: UpdateCount) in }
      for _ in 0..<index % 3 { strategy.submit(.one) }
    }
    main.settle()
  }
}
