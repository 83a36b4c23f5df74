import Coalesce
import Dispatch
import CoalesceStrategies
import BenchLibrarySupport
import Testing

/// The rule of `DispatchChain`; dispatches take 1 ms.
struct DispatchChainTests {
  private let prepared = Recorder<[Int]>()

  private func stage() -> Stage {
    Stage(hop: .milliseconds(1)) { [prepared] scheduler, deliver in
      DispatchChain(
        scheduler: scheduler,
        prepare: { update in
          prepared.record(update.elements)
          return OrderedUpdates(update.elements.map { $0 * 10 })
        }, deliver: deliver)
    }
  }

  @Test(arguments: Origin.allCases)
  func eachUpdateIsPreparedThenDeliveredInOrder(_ origin: Origin) {
    let stage = stage()
    stage.at(.zero, origin) {
      for number in 0..<50 { stage.submit(number) }
      #expect(stage.deliveries.isEmpty)
    }
    stage.run()
    #expect(prepared.all == (0..<50).map { [$0] })
    #expect(stage.deliveries.map(\.elements) == (0..<50).map { [$0 * 10] })
  }

  @Test func queuePreparesUpdatesWhileTheMainThreadDelivers() {
    let stage = stage()
    stage.cost = .milliseconds(10)
    var preparedAtFirst = 0
    stage.inside = { [prepared] _ in
      if preparedAtFirst == 0 { preparedAtFirst = prepared.count }
    }
    stage.at(.zero, .background) { stage.submit(1, 2, 3) }
    stage.run()
    #expect(preparedAtFirst == 3)
    // One dispatch to the queue and one to the main thread; after that, the next updates already wait there.
    let starts = stage.deliveries.map(\.start)
    #expect(starts == [.milliseconds(2), .milliseconds(12), .milliseconds(22)])
  }

  @Test func flushPreparesAndDeliversEverything() {
    let stage = stage()
    stage.at(.zero, .main) {
      stage.submit(1, 2, 3)
      stage.strategy?.flush()
      #expect(stage.shown == [10, 20, 30])
      stage.submit(4)
    }
    stage.run()
    #expect(stage.shown == [10, 20, 30, 40])
    #expect(prepared.all == [[1], [2], [3], [4]])
    #expect(stage.pendingCount == 0)
  }

  /// The main thread prepares the update again instead of waiting, and the queue's result is dropped.
  @Test func flushDeliversTheUpdateThatIsBeingPrepared() {
    let main = RealMain()
    let (isPreparing, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let shown = Recorder<String>()
    let scheduler = main.scheduler
    let strategy = DispatchChain<NewestValue<String>>(
      scheduler: scheduler,
      prepare: { update in
        guard !scheduler.isMain else { return NewestValue(update.value + " main") }
        isPreparing.signal()
        mayGoOn.wait()
        return NewestValue(update.value + " queue")
      }, deliver: { shown.record($0.value) })
    for value in ["a", "b"] { strategy.submit(NewestValue(value)) }
    #expect(isPreparing.arrives())
    main.queue.sync {
      strategy.flush()
      #expect(strategy.pendingCount == 0)
    }
    #expect(shown.all == ["a main", "b main"])
    strategy.submit(NewestValue("c"))
    for _ in 0..<2 { mayGoOn.signal() }
    while strategy.pendingCount > 0 { main.settle() }
    #expect(shown.all == ["a main", "b main", "c queue"])
  }

  @Test
  @MainActor func deliveriesRunOnTheMainActor() async {
    let (values, continuation) = AsyncStream.makeStream(of: Int.self)
    let strategy = DispatchChain<NewestValue<Int>>(prepare: { NewestValue($0.value + 1) }) {
      update in
      MainActor.assertIsolated()
      continuation.yield(update.value)
    }
    strategy.submit(NewestValue(1))
    var iterator = values.makeAsyncIterator()
    #expect(await iterator.next() == 2)
  }
}
