import Coalesce
import CoalesceTesting
import Dispatch
import CoalesceStrategies
import Testing

/// What `SourceReplace` carries.
@Suite struct SourceReplaceTests {
  @Test func newestGenerationAloneIsDelivered() {
    let scheduler = VirtualScheduler()
    let shown = Recorder<UInt>()
    let strategy = SourceReplace<NewestValue<UInt>>(scheduler: scheduler) {
      shown.record($0.value)
    }
    for generation: UInt in 1...9 { strategy.submit(NewestValue(generation)) }
    #expect(strategy.pendingCount == 1)
    scheduler.run()
    #expect(shown.all == [9])
  }

  /// A replace by 0 erases what is pending in a real source, so no generation may be handed to it.
  @Test(arguments: [[0], [7, 0], [UInt.max, 0], [0, 0, 0]])
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

  @Test func listsAreMergedAndNotReplaced() {
    let scheduler = VirtualScheduler()
    let shown = Recorder<[Int]>()
    let strategy = SourceReplace<OrderedUpdates<Int>>(scheduler: scheduler) {
      shown.record($0.elements)
    }
    for number in 0..<5 { strategy.submit(OrderedUpdates([number])) }
    scheduler.run()
    #expect(shown.all == [[0, 1, 2, 3, 4]])
  }
}
