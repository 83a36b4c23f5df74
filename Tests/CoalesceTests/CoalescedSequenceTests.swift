import Coalesce
import Dispatch
import Foundation
import BenchLibrarySupport
import Testing

struct CoalescedSequenceTests {
  private typealias Numbers = OrderedUpdates<Int>

  private struct Broken: Error, Equatable {}

  /// The interval is a day, so only the end of the base can have caused the delivery.
  @available(macOS 15, iOS 18, *)
  @Test(arguments: [Portion.all, .atMost(3)])
  func pendingElementsAreDeliveredBeforeTheEnd(portion: Portion) async {
    let base = AsyncStream<Int> { continuation in
      for number in 0..<10 { continuation.yield(number) }
      continuation.finish()
    }
    let pace = Pace.debounce(for: .seconds(86_400), maximum: .seconds(86_400))
    var lists: [[Int]] = []
    for await list in base.chunked(by: pace, portion: portion) { lists.append(list) }
    #expect(lists == [Array(0..<10)])
  }

  @available(macOS 15, iOS 18, *)
  @Test func portionsOfASequenceKeepTheOrderAndItsEndShowsTheRest() async {
    let (base, input) = AsyncStream.makeStream(of: Int.self)
    let pace = Pace.throttle(for: .milliseconds(5))
    var lists: [[Int]] = []
    for number in 0..<8 { input.yield(number) }
    for await list in base.chunked(by: pace, portion: .atMost(3)) {
      lists.append(list)
      if list.last == 7 {
        for number in 8..<20 { input.yield(number) }
        input.finish()
      }
    }
    #expect(lists.flatMap(\.self) == Array(0..<20))
    #expect(lists.dropLast().allSatisfy { $0.count <= 3 }, "\(lists)")
  }

  /// Runs in a separate process whose main thread only sleeps and fails after a minute.
  @available(macOS 15, iOS 18, *)
  @Test func sequenceDeliversWhileTheMainThreadIsBlocked() async {
    await #expect(processExitsWith: .success) {
      await withCheckedContinuation { begun in
        DispatchQueue.main.async {
          begun.resume()
          sleep(60)
          exit(EXIT_FAILURE)
        }
      }
      let (base, input) = AsyncStream.makeStream(of: UpdateCount.self)
      input.yield(.one)
      var iterator = base.coalesced(by: .nextPass).makeAsyncIterator()
      _ = try await iterator.next()
      _exit(EXIT_SUCCESS)
    }
  }

  @available(macOS 15, iOS 18, *)
  @Test func droppingTheIteratorEndsTheBaseSequence() async throws {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let (base, input) = AsyncStream.makeStream(of: Numbers.self)
    input.onTermination = { _ in end.finish() }
    do {
      var iterator = base.coalesced(by: .nextPass).makeAsyncIterator()
      input.yield(Numbers([1]))
      #expect(try await iterator.next()?.elements == [1])
    }
    for await _ in ends {}
    withExtendedLifetime(base) {}
  }

  /// The standard library's sequences behave the same way.
  @available(macOS 15, iOS 18, *)
  @Test func errorIsThrownOnceAfterAllElements() async throws {
    let base = AsyncThrowingStream<Numbers, any Error> { continuation in
      for number in 0..<3 { continuation.yield(Numbers([number])) }
      continuation.finish(throwing: Broken())
    }
    var iterator = base.coalesced(by: .throttle(for: .seconds(86_400))).makeAsyncIterator()
    var seen: [Int] = []
    await #expect(throws: Broken.self) {
      while let update = try await iterator.next() { seen += update.elements }
    }
    #expect(seen == [0, 1, 2])
    for _ in 0..<3 { #expect(try await iterator.next() == nil) }
  }

  @available(macOS 15, iOS 18, *)
  @Test func cancellingTheConsumerEndsTheSequence() async {
    let (base, continuation) = AsyncStream.makeStream(of: Numbers.self)
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    continuation.onTermination = { _ in end.finish() }
    let consumer = Task {
      var count = 0
      for await _ in base.coalesced(by: .nextPass) { count += 1 }
      return count
    }
    continuation.yield(Numbers([1]))
    consumer.cancel()
    #expect(await consumer.value <= 1)
    // The base is released, too.
    for await _ in ended {}
  }

  @available(macOS 15, iOS 18, *)
  @Test func newestSequenceEndsWithTheNewestElement() async {
    let (prices, input) = AsyncStream.makeStream(of: Int.self)
    for price in 1...100 { input.yield(price) }
    input.finish()
    var shown: [Int] = []
    for await price in prices.newest(by: .nextPass) { shown.append(price) }
    #expect(shown.last == 100)
    #expect(shown == shown.sorted())
  }

  /// The consumer has one element, and the pace allows no other for an hour.
  @available(macOS 15, iOS 18, *)
  @Test @MainActor func sequenceReadsAtMostAThousandElementsAhead() async {
    let read = Locked(0)
    let numbers = AsyncStream<Int> {
      read.withLock { read in
        read += 1
        return read
      }
    }
    for await first in numbers.chunked(by: .throttle(for: .seconds(3_600))) {
      #expect(await comes { read.withLock { $0 } >= 1_000 })
      await passes(1_000)
      #expect(read.withLock { $0 } <= first.count + 1_001)
      break
    }
  }

  /// The base never checks for cancellation.
  @available(macOS 15, iOS 18, *)
  @Test func leavingTheLoopEndsTheBaseSequence() async {
    let produced = Locked(0)
    let base = AsyncStream<UpdateCount> {
      produced.withLock { $0 += 1 }
      await Task.yield()
      return .one
    }
    for await _ in base.coalesced(by: .nextPass) { break }
    var last = -1
    while last != produced.withLock({ $0 }) {
      last = produced.withLock { $0 }
      for _ in 0..<200 { await Task.yield() }
    }
  }
}
