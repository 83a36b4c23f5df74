import Coalesce
import CoalesceStrategies
import CoalesceTesting
import Dispatch
import BenchLibrarySupport
import Testing

struct SourceOrTests {
  @Test func deliveryHasAllFlagsSubmittedSinceThePreviousDelivery() {
    let scheduler = VirtualScheduler()
    let shown = Recorder<UInt>()
    let strategy = SourceOr(scheduler: scheduler) { shown.record($0.rawValue) }
    for flags: UInt in [1, 4, 4, 0, 1 << 63] { strategy.submit(UpdateFlags(rawValue: flags)) }
    #expect(strategy.pendingCount == 1)
    scheduler.run()
    strategy.submit([])
    scheduler.run()
    #expect(shown.all == [5 | 1 << 63])
    scheduler.onMain {
      strategy.submit(UpdateFlags(rawValue: 3))
      strategy.flush()
      strategy.submit(UpdateFlags(rawValue: 2))
    }
    scheduler.run()
    #expect(shown.all.dropFirst() == [3, 2])
    #expect(strategy.pendingCount == 0)
  }
}

struct SourceReplaceTests {
  /// Merging 0 into a real replacing source erases its pending data, so the strategy must not pass 0 on.
  @Test(arguments: [[0], [7, 0], [UInt.max, 0]])
  func generationZeroIsDelivered(_ generations: [UInt]) {
    let main = RealMain()
    let shown = Recorder<UInt>()
    let done = DispatchSemaphore(value: 0)
    let strategy = SourceReplace<NewestValue<UInt>>(scheduler: main.scheduler) {
      shown.record($0.value)
      done.signal()
    }
    main.queue.sync {
      for generation in generations { strategy.submit(NewestValue(generation)) }
    }
    #expect(done.arrives())
    main.settle()
    #expect(shown.all == [0])
  }
}
