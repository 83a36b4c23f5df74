import Coalesce
import CoalesceTesting
import Dispatch
import CoalesceStrategies
import Synchronization
import Testing

/// `sync` excludes, and knows where it is.
@Suite(.timeLimit(.minutes(15))) struct SerialQueueTests {
  private let serial = SerialQueue(label: "serial")

  /// 1175 of these 1200 overlapped in the original, which took every call for a re-entry.
  @Test func noneOfTwelveHundredCriticalSectionsOverlap() {
    let isInside = Atomic<Bool>(false)
    let overlaps = Atomic<Int>(0)
    let count = Counter()
    produce(threads: 8, each: 150) { [serial] _, _ in
      _ = try? DispatchMethod.sync(on: serial).perform {
        if isInside.exchange(true, ordering: .relaxed) { overlaps.add(1, ordering: .relaxed) }
        for _ in 0..<50 { count.value += 1 }
        isInside.store(false, ordering: .relaxed)
      }
    }
    #expect(overlaps.load(ordering: .relaxed) == 0)
    #expect(count.value == 60_000)
  }

  /// Changed without a lock, so that the Thread Sanitizer reports what is not exclusive.
  private final class Counter: @unchecked Sendable {
    // Proof of `@unchecked`: this is what the test is about.
    var value = 0
  }

  @Test func reentryRunsInPlace() throws {
    let log = Recorder<Int>()
    try DispatchMethod.sync(on: serial).perform { [serial] in
      log.record(1)
      _ = try? DispatchMethod.sync(on: serial).perform {
        log.record(2)
        _ = try? DispatchMethod.sync(on: serial).perform { log.record(3) }
      }
      log.record(4)
    }
    #expect(log.all == [1, 2, 3, 4])
  }

  @Test func reentryFromAPlainBlockOfTheQueueRunsInPlace() {
    let count = Locked(0)
    serial.queue.sync { [serial] in
      _ = try? DispatchMethod.sync(on: serial).perform { count.withLock { $0 += 1 } }
    }
    #expect(count.withLock { $0 } == 1)
  }

  @Test func reentryFromAQueueThatTargetsItRunsInPlace() {
    let count = Locked(0)
    let child = SerialQueue(DispatchQueue(label: "child", target: serial.queue))
    child.queue.sync { [serial] in
      _ = try? DispatchMethod.sync(on: serial).perform { count.withLock { $0 += 1 } }
    }
    #expect(count.withLock { $0 } == 1)
  }

  @Test func onlyTheQueueThatRunsIsCurrent() {
    let other = SerialQueue(label: "other")
    #expect(!serial.isCurrent)
    serial.queue.sync {
      #expect(serial.isCurrent)
      #expect(!other.isCurrent)
      other.queue.sync {
        #expect(!serial.isCurrent)
        #expect(other.isCurrent)
      }
    }
  }

  @Test func twoMadeFromOneQueueAreTheSame() throws {
    let queue = DispatchQueue(label: "twice")
    let (first, second) = (SerialQueue(queue), SerialQueue(queue))
    var wasCurrent = false
    first.queue.sync { wasCurrent = second.isCurrent }
    #expect(wasCurrent)
    let steps = DispatchSteps(.sync(on: first)) {}.then(.sync(on: serial)) {}
    #expect(throws: StrategyError.self) { try steps.then(.sync(on: second)) {}.start() }
  }

  @Test func eightThreadsMakeTheSame() {
    let queue = DispatchQueue(label: "many")
    let all = Recorder<SerialQueue>()
    produce(threads: 8, each: 1) { _, _ in all.record(SerialQueue(queue)) }
    queue.sync { #expect(all.all.count { $0.isCurrent } == 8) }
  }

  @Test func unusedQueuesAndThreadsCanBeDropped() {
    for _ in 0..<100 {
      _ = SerialQueue(label: "unused")
      _ = DedicatedThread(label: "unused")
    }
  }

  @Test func globalQueueTraps() async {
    await #expect(processExitsWith: .failure) { _ = SerialQueue(.global()) }
  }

  @Test func concurrentQueueTraps() async {
    await #expect(processExitsWith: .failure) {
      let queue = SerialQueue(DispatchQueue(label: "concurrent", attributes: .concurrent))
      try DispatchMethod.sync(on: queue).perform {}
    }
    await #expect(processExitsWith: .failure) {
      let queue = SerialQueue(DispatchQueue(label: "concurrent", attributes: .concurrent))
      try queue.queue.sync { _ = try DispatchMethod.sync(on: queue).perform {} }
    }
  }
}
