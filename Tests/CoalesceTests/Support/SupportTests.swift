import TestSupport
import Testing

@testable import Coalesce
@testable import CoalesceTesting

struct DurationTests {
  @Test func wholeNanosecondsAreExactWithinTheirRange() {
    #expect(Duration.zero.wholeNanoseconds == 0)
    #expect(Duration.nanoseconds(1).wholeNanoseconds == 1)
    #expect(Duration.milliseconds(300).wholeNanoseconds == 300_000_000)
    #expect((Duration.seconds(2) + .nanoseconds(3)).wholeNanoseconds == 2_000_000_003)
    #expect(Duration(secondsComponent: 0, attosecondsComponent: 999_999_999).wholeNanoseconds == 0)
  }

  @Test func wholeNanosecondsSaturate() {
    #expect(Duration.seconds(-1).wholeNanoseconds == 0)
    #expect(Duration.nanoseconds(-1).wholeNanoseconds == 0)
    #expect(Duration.seconds(Int64.max).wholeNanoseconds == .max)
    #expect((Duration.seconds(Int64.max) + .seconds(1)).wholeNanoseconds == .max)
    #expect((Duration.seconds(Int64.min) - .seconds(1)).wholeNanoseconds == 0)
  }
}

struct ThreadTimeTests {
  /// Without a main thread, as after `dispatchMain()`, the main queue moves between threads, and a new thread may have
  /// the handle of an ended one.
  @Test func timeOfAnotherThreadIsUnknown() {
    let now = ThreadTime.now
    #expect(ThreadTime(thread: now.thread &+ 1, nanoseconds: 0).elapsed == nil)
    #expect(ThreadTime(thread: now.thread, nanoseconds: .max).elapsed == nil)
    #expect(ThreadTime(thread: now.thread, nanoseconds: now.nanoseconds).elapsed != nil)
  }
}

struct FIFOTests {
  @Test func emptyListPopsNothing() {
    var list = FIFO<Int>()
    #expect(list.popFirst() == nil)
    #expect(list.isEmpty)
    #expect(list.count == 0)
  }

  @Test func fifoBehavesLikeAnArray() {
    var random = SeededGenerator(seed: 2)
    var list = FIFO<Int>()
    var model: [Int] = []
    for number in 0..<20_000 {
      // Grows and shrinks in turn, so that both ways of compacting are used.
      let isGrowing = number / 2_000 % 2 == 0
      if Int.random(in: 0..<10, using: &random) < (isGrowing ? 7 : 3) {
        list.append(number)
        model.append(number)
      } else {
        #expect(list.popFirst() == (model.isEmpty ? nil : model.removeFirst()))
      }
      #expect(list.count == model.count)
      #expect(list.isEmpty == model.isEmpty)
    }
  }

  @Test func removeAllLeavesAUsableList() {
    var list = FIFO<Int>()
    for number in 0..<10 { list.append(number) }
    _ = list.popFirst()
    list.removeAll()
    #expect(list.isEmpty)
    list.append(7)
    #expect(list.popFirst() == 7)
  }

  @Test func capacityIsFreedAfterABurst() {
    var list = FIFO<Int>()
    for number in 0..<10_000 { list.append(number) }
    for _ in 0..<9_900 { _ = list.popFirst() }
    #expect(list.capacity < 1_000)
    while list.popFirst() != nil {}
    #expect(list.capacity <= FIFO<Int>.keptCapacity)
  }

  @Test func popReleasesTheElement() {
    final class Token {}
    var list = FIFO<Token>()
    weak var token: Token?
    do {
      let made = Token()
      token = made
      list.append(made)
      list.append(Token())
    }
    _ = list.popFirst()
    #expect(token == nil)
    #expect(list.count == 1)
  }
}

struct LockedTests {
  @Test func changesUnderTheLockPersistAndResultsAreReturned() {
    let locked = Locked(1)
    let old = locked.withLock { value in
      defer { value += 1 }
      return value
    }
    #expect(old == 1)
    #expect(locked.withLock { $0 } == 2)
  }

  @Test func errorReleasesTheLock() {
    struct Failure: Error {}
    let locked = Locked(1)
    #expect(throws: Failure.self) {
      try locked.withLock { value throws(Failure) in
        value = 2
        throw Failure()
      }
    }
    #expect(locked.withLock { $0 } == 2)
  }

  @Test func noIncrementOfEightThreadsIsLost() {
    let locked = Locked(0)
    produce(threads: 8, each: 10_000) { _, _ in locked.withLock { $0 += 1 } }
    #expect(locked.withLock { $0 } == 80_000)
  }
}

struct TimeHeapTests {
  @Test func emptyHeapHasNoEvent() {
    var heap = TimeHeap<() -> Void>()
    #expect(heap.nextTime == nil)
    #expect(heap.popFirst() == nil)
  }

  @Test func earliestEventComesFirstAndEqualTimesKeepOrder() {
    var random = SeededGenerator(seed: 1)
    var heap = TimeHeap<() -> Void>()
    var popped: [Int] = []
    let times = (0..<1_000).map { _ in UInt64.random(in: 0..<50, using: &random) }
    for (number, time) in times.enumerated() {
      heap.add(at: time) { popped.append(number) }
    }
    while let next = heap.nextTime, let event = heap.popFirst() {
      #expect(event.time == next)
      event.element()
    }
    #expect(popped == times.indices.sorted { (times[$0], $0) < (times[$1], $1) })
  }

  @Test func eventsAddedBetweenPopsComeInOrder() {
    var heap = TimeHeap<() -> Void>()
    var log: [String] = []
    heap.add(at: 5) { log.append("5") }
    heap.add(at: 1) { log.append("1") }
    heap.popFirst()?.element()
    heap.add(at: 3) { log.append("3") }
    while let event = heap.popFirst() { event.element() }
    #expect(log == ["1", "3", "5"])
  }
}
