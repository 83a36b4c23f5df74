import Dispatch
import BenchLibrarySupport
import Testing

@testable import Coalesce

/// `deliveries`: a coalescer's deliveries as an asynchronous sequence.
struct CoalescerDeliveriesTests {
  private func coalescer() -> Coalescer<OrderedUpdates<Int>> {
    Coalescer(.nextPass, on: .queue(DispatchQueue(label: "deliveries")))
  }

  enum End: CaseIterable { case cancel, drop, endOfTheTask }

  @Test(arguments: End.allCases) func loopEndsWhenItsCoalescerOrTaskEnds(_ end: End) async {
    var log: Coalescer<OrderedUpdates<Int>>? = coalescer()
    let (begins, begin) = AsyncStream.makeStream(of: Void.self)
    let consumer = Task { [deliveries = log?.deliveries] in
      guard let deliveries else { return }
      for await _ in deliveries { begin.yield() }
    }
    log?.submit(1)
    var begun = begins.makeAsyncIterator()
    await begun.next()
    switch end {
    case .cancel: log?.cancel()
    case .drop: log = nil
    case .endOfTheTask: consumer.cancel()
    }
    await consumer.value
  }

  @Test func loopOverAReleasedCoalescerEnds() async {
    let deliveries = coalescer().deliveries
    for await _ in deliveries {}
  }

  @Test func nextLoopGetsTheUpdatesSubmittedAfterABreak() async {
    let log = coalescer()
    for number in 1...2 {
      log.submit(number)
      for await lines in log.deliveries {
        #expect(lines.elements == [number])
        break
      }
    }
    #expect(log.statistics.deliveries == 2)
  }

  /// A newer loop waits until the older one asks for its next delivery or is left.
  @Test(arguments: [false, true]) func newerLoopTakesOverFromABusyLoop(isLeft: Bool) async {
    let log = coalescer()
    let (goOn, continuation) = AsyncStream.makeStream(of: Void.self)
    let hasBegun = Flag()
    let older = Task {
      var all: [Int] = []
      for await lines in log.deliveries {
        all += lines.elements
        hasBegun.set()
        for await _ in goOn {}
        if isLeft { break }
      }
      return all
    }
    log.submit(1)
    while !hasBegun.take() { await Task.yield() }
    func newest() -> ObjectIdentifier? {
      log.outbox.newestLoop.withLock { $0.object.map(ObjectIdentifier.init) }
    }
    let first = newest()
    let newer = Task {
      for await lines in log.deliveries { return lines.elements }
      return []
    }
    while newest() == first { await Task.yield() }
    // Gives the newer loop time to begin waiting.
    for _ in 0..<100 { await Task.yield() }
    continuation.finish()
    let isOver = Flag()
    Task {
      _ = await older.value
      isOver.set()
    }
    var last = 1
    while !isOver.take() {
      last += 1
      log.submit(last)
      await Task.yield()
    }
    log.submit(last + 1)
    let all = await older.value + newer.value
    #expect(await older.value.first == 1)
    #expect(await !newer.value.isEmpty)
    #expect(all == Array(1...all.count))
    log.cancelPending()
    #expect(log.statistics.dropped + all.count == last + 1)
  }

  /// A flush that finds no consumer must not detach one that arrives at the same moment.
  @Test func newConsumerDuringAFlushGetsPendingUpdates() async {
    for _ in 0..<300 {
      let log = coalescer()
      log.submit(1)
      let flushing = Task.detached { for _ in 0..<20 { log.flush() } }
      var deliveries = log.deliveries.makeAsyncIterator()
      #expect(await deliveries.next()?.elements == [1])
      await flushing.value
    }
  }

  /// If a consumer's task was just cancelled, the updates passed to it become pending again.
  @Test func nextConsumerGetsTheUpdatesLeftByACancelledConsumer() async {
    for _ in 0..<100 {
      let log = coalescer()
      let first = Task.detached { await log.deliveries.reduce(into: []) { $0 += $1.elements } }
      for number in 0..<100 {
        log.submit(number)
        if number == 50 { first.cancel() }
        if number % 10 == 0 { await Task.yield() }
      }
      var all: [Int] = await first.value
      var rest = log.deliveries.makeAsyncIterator()
      while all.count < 100, let update = await rest.next() {
        all += update.elements
      }
      #expect(all == Array(0..<100))
    }
  }

  @Test @MainActor func newerLoopTakesOverAndTheOlderEnds() async {
    let list = Coalescer<OrderedUpdates<Int>>(.nextPass)
    let (older, newer) = (Recorder<[Int]>(), Recorder<[Int]>())
    let first = Task {
      for await lines in list.deliveries { older.record(lines.elements) }
    }
    list.submit(1)
    #expect(await comes { older.count == 1 })
    let second = Task {
      for await lines in list.deliveries { newer.record(lines.elements) }
    }
    await first.value
    for number in 2...5 {
      list.submit(number)
      await passes(1)
    }
    #expect(await comes { newer.all.flatMap(\.self) == [2, 3, 4, 5] })
    #expect(older.all == [[1]])
    list.cancel()
    await second.value
  }

  @Test @MainActor func cancelledNewerLoopTakesNoUpdates() async {
    let list = Coalescer<OrderedUpdates<Int>>(.nextPass)
    let shown = Recorder<Int>()
    let goesOn = Locked(false)
    let older = Task {
      for await lines in list.deliveries {
        for line in lines.elements { shown.record(line) }
        while !goesOn.withLock({ $0 }) { await passes(1) }
      }
    }
    list.submit(1)
    #expect(await comes { shown.count == 1 })
    let newer = Task { for await _ in list.deliveries {} }
    await passes(20)
    newer.cancel()
    await newer.value
    goesOn.withLock { $0 = true }
    list.submit(2)
    #expect(await comes { shown.count == 2 })
    list.cancel()
    await older.value
  }

  /// The loop sleeps on another thread.
  @Test @MainActor func detachedLoopUsesNoMainThreadTime() async {
    let list = Coalescer<OrderedUpdates<Int>>(.nextPass)
    let loop = Task.detached(priority: .high) {  // Other tests keep the threads busy.
      for await _ in list.deliveries { try? await Task.sleep(for: .milliseconds(50)) }
    }
    for number in 0..<3 {
      list.submit(number)
      #expect(await comes { list.statistics.deliveries == number + 1 })
    }
    #expect(list.statistics.mainTime == .zero)
    loop.cancel()
    await loop.value
  }
}
