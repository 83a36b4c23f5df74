import CoalesceTesting
import Dispatch
import Testing

@testable import Coalesce

/// A coalescer as an asynchronous sequence of its deliveries.
struct DeliveriesSequenceTests {
  private func coalescer() -> Coalescer<OrderedUpdates<Int>> {
    let queue = DispatchQueue(label: "deliveries")
    return Coalescer(.nextPass, scheduler: DispatchScheduler(mainQueue: queue))
  }

  @Test func everythingComesInOrderAndOneAtATime() async {
    let log = coalescer()
    let consumer = Task {
      var all: [Int] = []
      for await lines in log {
        all += lines.elements
        if all.count == 10_000 { break }
      }
      return all
    }
    for number in 0..<10_000 { log.submit(number) }
    #expect(await consumer.value == Array(0..<10_000))
  }

  @Test func cancelEndsTheLoop() async {
    let log = coalescer()
    let consumer = Task { for await _ in log {} }
    log.submit(1)
    await log.waitUntilDelivered()
    log.cancel()
    await consumer.value
  }

  @Test func droppingTheCoalescerEndsTheLoop() async {
    var log: Coalescer? = coalescer()
    var deliveries = log!.makeAsyncIterator()
    log!.submit(1)
    #expect(await deliveries.next()?.elements == [1])
    log = nil
    #expect(await deliveries.next() == nil)
  }

  @Test func whoeverLeavesTheLoopLeavesTheRestToTheNext() async {
    let log = coalescer()
    log.submit(1)
    for await lines in log {
      #expect(lines.elements == [1])
      break
    }
    log.submit(2)
    for await lines in log {
      #expect(lines.elements == [2])
      break
    }
    #expect(log.counts.deliveries == 2)
  }

  @Test func cancelledConsumerEndsAtOnce() async {
    let log = coalescer()
    let consumer = Task {
      var count = 0
      for await _ in log { count += 1 }
      return count
    }
    consumer.cancel()
    #expect(await consumer.value == 0)
  }

  /// What is read ahead is bounded, so the bound of the upstream's own buffer means something.
  @Test func sequenceIsReadNoFurtherThanItsCapacity() async {
    let read = Locked(0)
    let numbers = AsyncStream<Int> {
      read.withLock { read in
        read += 1
        return read
      }
    }
    for await batch in numbers.coalesced(by: .nextPass, capacity: 100) {
      let last = batch.elements.last ?? 0
      try? await Task.sleep(for: .milliseconds(20))
      #expect(read.withLock { $0 } <= last + 101)
      if last > 500 { break }
    }
  }

  @Test func whatIsLeftComesBeforeTheEnd() async {
    let (numbers, input) = AsyncStream.makeStream(of: Int.self)
    input.yield(1)
    let consumer = Task {
      var all: [Int] = []
      let hours = Pace.debounce(for: .seconds(3_600), maximum: .seconds(7_200))
      for await batch in numbers.coalesced(by: hours) {
        all += batch.elements
      }
      return all
    }
    input.yield(2)
    input.finish()
    #expect(await consumer.value == [1, 2])
  }

  /// A flush finds nobody and leaves the coalescer without a target: not one that comes at that moment.
  @Test func consumerThatComesDuringAFlushGetsWhatWaits() async {
    for _ in 0..<300 {
      let log = coalescer()
      log.submit(1)
      let flushing = Task.detached { for _ in 0..<20 { log.flush() } }
      var deliveries = log.makeAsyncIterator()
      #expect(await deliveries.next()?.elements == [1])
      await flushing.value
    }
  }

  /// What is handed to a consumer whose task has just been cancelled waits again.
  @Test func whatACancelledConsumerLeavesGoesToTheNext() async {
    for _ in 0..<100 {
      let log = coalescer()
      let first = Task.detached { await log.reduce(into: []) { $0 += $1.elements } }
      for number in 0..<100 {
        log.submit(number)
        if number == 50 { first.cancel() }
        if number % 10 == 0 { await Task.yield() }
      }
      var all: [Int] = await first.value
      var rest = log.makeAsyncIterator()
      while all.count < 100, let update = await rest.next() {
        all += update.elements
      }
      #expect(all == Array(0..<100))
    }
  }

  /// A second call could end the next delivery.
  @Test func deliveryEndsOnce() async {
    let ends = Recorder<Int>()
    var consumer: Consumer<Int>? = Consumer()
    let isTaken = consumer?.take(1) { ends.record(1) }
    #expect(isTaken == true)
    #expect(await consumer?.next() == 1)
    #expect(ends.all == [])
    consumer?.end()
    for _ in 0..<2 { #expect(await consumer?.next() == nil) }
    #expect(ends.all == [1])
    consumer = nil
    #expect(ends.all == [1])
  }

  @Test func deliveryEndsWithItsConsumer() {
    let ends = Recorder<Int>()
    var consumer: Consumer<Int>? = Consumer()
    _ = consumer?.take(1) { ends.record(1) }
    consumer = nil
    #expect(ends.all == [1])
  }
}
