import Coalesce
import CoalesceStrategies
import CoalesceTesting
import Dispatch
import Testing

/// The flags of `SourceOr`; when it delivers is what the contract tests are about.
@Suite(.timeLimit(.minutes(15))) struct SourceOrTests {
  private let scheduler = VirtualScheduler()
  private let shown = Recorder<UpdateFlags>()

  private func strategy() -> SourceOr {
    SourceOr(scheduler: scheduler) { [shown] in shown.record($0) }
  }

  private func flags(_ numbers: UInt...) -> UpdateFlags {
    UpdateFlags(rawValue: numbers.reduce(0) { $0 | 1 << $1 })
  }

  @Test func deliveryHasEveryFlagOnce() {
    let strategy = strategy()
    for number: UInt in [0, 3, 3, 63, 0] { strategy.submit(flags(number)) }
    #expect(strategy.pendingCount == 1)
    scheduler.run()
    #expect(shown.all == [flags(0, 3, 63)])
    #expect(strategy.pendingCount == 0)
  }

  @Test func nextDeliveryHasItsOwnFlagsAlone() {
    let strategy = strategy()
    strategy.submit(flags(1))
    scheduler.run()
    strategy.submit(flags(2))
    scheduler.run()
    #expect(shown.all == [flags(1), flags(2)])
  }

  @Test func noFlagsAtAllAreNoUpdate() {
    let strategy = strategy()
    strategy.submit([])
    #expect(strategy.pendingCount == 0)
    scheduler.run()
    #expect(shown.all.isEmpty)
    strategy.submit(flags(5))
    strategy.submit([])
    scheduler.run()
    #expect(shown.all == [flags(5)])
  }

  @Test func flagsThatAreFlushedAreNotDeliveredAgain() {
    let strategy = strategy()
    scheduler.onMain { [shown, self] in
      strategy.submit(flags(1, 2))
      strategy.flush()
      #expect(shown.all == [flags(1, 2)])
      strategy.submit(flags(2))
    }
    scheduler.run()
    #expect(shown.all == [flags(1, 2), flags(2)])
  }

  /// Each of eight threads raises its own flag again and again; after the last, none may be missing.
  @Test func noFlagOfEightProducersIsLost() {
    let main = RealMain()
    let seen = Locked<UpdateFlags>([])
    let done = DispatchSemaphore(value: 0)
    let strategy = SourceOr(scheduler: main.scheduler) { flags in
      seen.withLock { $0.formUnion(flags) }
      if flags.contains(UpdateFlags(rawValue: 1 << 20)) { done.signal() }
    }
    for round in 0..<200 {
      seen.withLock { $0 = [] }
      produce(threads: 8, each: 20) { producer, _ in
        strategy.submit(UpdateFlags(rawValue: 1 << UInt(producer)))
      }
      strategy.submit(UpdateFlags(rawValue: 1 << 20))
      #expect(done.arrives())
      #expect(seen.withLock { $0.rawValue } == 0xFF | 1 << 20, "in round \(round)")
    }
    main.settle()
    #expect(strategy.pendingCount == 0)
  }
}

/// What `SourceReplace` carries.
@Suite(.timeLimit(.minutes(15))) struct SourceReplaceTests {
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
