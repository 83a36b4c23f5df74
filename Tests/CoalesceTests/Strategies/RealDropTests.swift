import Coalesce
import CoalesceTesting
import Dispatch
import CoalesceStrategies
import Testing

/// Dropping strategies on real queues, where a mistake traps.
@Suite(.timeLimit(.minutes(15))) struct RealDropTests {
  private let main = RealMain()

  @Test(arguments: StrategyCase.allCases)
  func unusedStrategiesCanBeDropped(_ subject: StrategyCase) {
    for _ in 0..<100 { _ = subject.make(main.scheduler) { (_: UpdateCount) in } }
    main.settle()
  }

  @Test(arguments: StrategyCase.allCases)
  func droppedWithAHopPendingItDeliversNothing(_ subject: StrategyCase) {
    let shown = Recorder<Int>()
    for _ in 0..<100 {
      main.queue.suspend()
      let strategy = subject.make(main.scheduler) { (update: UpdateCount) in
        shown.record(update.updateCount)
      }
      for _ in 0..<3 { strategy.submit(.one) }
      drop(consume strategy)
      main.queue.resume()
      main.settle()
    }
    #expect(shown.count == 0)
  }

  @Test(arguments: StrategyCase.allCases)
  func droppedByItsOwnDeliveryItIsFreed(_ subject: StrategyCase) {
    let owner = Locked<(any UpdateStrategy<UpdateCount>)?>(nil)
    let done = DispatchSemaphore(value: 0)
    let strategy = subject.make(main.scheduler) { (_: UpdateCount) in
      owner.withLock { $0 = nil }
      done.signal()
    }
    weak let freed: AnyObject? = strategy
    owner.withLock { $0 = strategy }
    drop(consume strategy)
    owner.withLock { $0 }?.submit(.one)
    #expect(done.arrives())
    main.settle()
    #expect(freed == nil)
  }

  @Test(arguments: StrategyCase.allCases)
  func droppedBySeveralThreadsAtOnceItIsSafe(_ subject: StrategyCase) {
    let scheduler = main.scheduler
    produce(threads: 4, each: 200) { _, _ in
      let strategy = subject.make(scheduler, interval: .zero) { (_: UpdateCount) in }
      for _ in 0..<3 { strategy.submit(.one) }
    }
    main.settle()
  }

  private func drop(_ strategy: consuming any UpdateStrategy<UpdateCount>) { _ = consume strategy }
}
