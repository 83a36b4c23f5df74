import CoalesceTesting
import Dispatch
import Foundation
import BenchLibrarySupport
import Testing

@testable import Coalesce

/// The contents of the store, its count of submissions, and that nothing hangs.
struct PendingStoreTests {
  private let time = VirtualScheduler()
  private let wasOpen = Recorder<Bool>()

  /// An update whose handler threw is pending again, before newer ones, and not counted as a new submission.
  @Test func restoredUpdateIsPendingAgain() throws {
    for newer in [nil, UpdateCount.one] { try restore(UpdateCount(3), before: newer) }
    let flags = UpdateFlags(rawValue: 1)
    for newer in [nil, UpdateFlags(rawValue: 4)] { try restore(flags, before: newer) }
    for newer in [nil, NewestValue(2)] { try restore(NewestValue(1), before: newer) }
    for newer in [nil, OrderedUpdates([3])] { try restore(OrderedUpdates([1, 2]), before: newer) }
  }

  private func restore<Update: Mergeable & Equatable>(
    _ older: Update, before newer: Update?
  ) throws {
    let store = PendingStore<Update>()
    let (count, newCount) = (older.updateCount, newer?.updateCount ?? 0)
    #expect((store.merge(older), store.submissions(), store.count) == (count, count, count))
    let taken = try #require(store.takeAll())
    #expect(taken.update == older && taken.counts.submissions == count)
    #expect(store.isEmpty && store.submissions() == 0 && store.count == 0)
    var all = older
    if let newer {
      _ = store.merge(newer)
      all.merge(newer)
    }
    store.putBack(taken.update)
    #expect((store.submissions(), store.count) == (newCount, all.updateCount))
    #expect(!store.isEmpty)
    let again = try #require(store.takeAll())
    #expect(again.update == all && again.counts.submissions == newCount)
    #expect(store.takeAll() == nil && store.isEmpty && store.count == 0)
  }

  /// A delivery may take flags between setting their bits and their count. It shows them and counts a submission.
  @Test func flagsCanBeTakenBeforeTheirCountArrives() {
    let shown = Recorder<UInt>()
    let coalescer = Coalescer<UpdateFlags>(.throttle(), on: .scheduler(time)) {
      shown.record($0.rawValue)
    }
    coalescer.outbox.store.bits.bitwiseOr(4, ordering: .relaxed)
    time.onMain(at: .zero) { coalescer.flush() }
    time.run()
    #expect(shown.all == [4])
    #expect(coalescer.statistics.submissions == 1)
  }

  /// Huge counts may add up during a long pause.
  @Test func countsSaturate() throws {
    let counts = PendingStore<UpdateCount>()
    counts.submitted.store(UInt64(Int.max) - 1, ordering: .relaxed)
    #expect(counts.merge(.one) == .max)
    for _ in 0..<3 { #expect(counts.merge(UpdateCount(.max)) >= .max / 2) }
    #expect(counts.count >= .max / 2)
    counts.putBack(UpdateCount(.max))
    #expect(counts.count >= .max / 2)
    #expect(counts.take() == UpdateCount(.max))
    let own = PendingStore<Huge>()
    for _ in 0..<3 { #expect(own.merge(Huge()) > 0) }
    #expect(own.submissions() == 3 * UpdateCount.most)
    own.putBack(try #require(own.take()))
    #expect(own.count == .max)
  }

  private struct Huge: Mergeable {
    var updateCount: Int { .max }
    mutating func merge(_ newer: Huge) {}
  }

  @Test func takeReportsHowManyElementsWereDropped() throws {
    let log = PendingStore<OrderedUpdates<Int>>()
    log.locked?.setLimit(LockedUpdates.Limit(10) { $0?.keepNewest($1) })
    for line in 0..<1_000 { _ = log.merge(plain: line) }
    #expect(log.count <= 20)
    let taken = try #require(log.takeAll())
    #expect(taken.update.elements == Array(990..<1_000))
    #expect((taken.counts.dropped, taken.update.dropped) == (990, 990))
    #expect(taken.counts.submissions == 1_000)
    _ = log.merge(plain: 1_000)
    log.putBack(taken.update)
    let again = try #require(log.takeAll())
    #expect(again.update.elements == Array(991...1_000))
    #expect((again.counts.dropped, again.update.dropped) == (1, 991))
    #expect(again.counts.submissions == 1)
  }

  /// On Apple's systems, secondary threads have 512 kB of stack.
  @Test func enforcingALimitNeedsLittleStack() {
    let log = Coalescer<OrderedUpdates<Int>>(
      .throttle(), keepingNewest: 10, on: .scheduler(VirtualScheduler()))
    let isOver = DispatchSemaphore(value: 0)
    let thread = Thread {
      for line in 0..<20_000 { log.submit(line) }
      isOver.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    #expect(isOver.arrives())
    #expect(log.pendingCount <= 20)
  }
}

/// An app's code that runs inside a merge.
extension PendingStoreTests {
  /// An app's own type, whose merge releases the older value.
  private struct Latest: Mergeable {
    private var probe: LockProbe
    var count: Int
    var updateCount: Int { count }

    init(count: Int = 1, atEnd: @escaping @Sendable () -> Void = {}) {
      (self.count, probe) = (count, LockProbe(atEnd: atEnd))
    }

    mutating func merge(_ newer: Latest) {
      let count = count + newer.count
      self = newer
      self.count = count
    }
  }

  /// An object released in a merge may submit to the same coalescer and read its count.
  @Test(arguments: [Pace.nextPass, .throttle()])
  func objectReleasedInAMergeMaySubmit(_ pace: Pace) {
    let shown = Recorder<Int>()
    let coalescer = Coalescer<Latest>(pace, on: .scheduler(time)) { shown.record($0.count) }
    let isOver = ends(within: 10) {
      let hold = coalescer.pause()
      coalescer.submit(
        Latest { [unowned coalescer] in
          coalescer.submit(Latest())
          coalescer.submit(Latest(), within: .zero)
          #expect(coalescer.pendingCount > 0)
        })
      hold.end()
      coalescer.submit(Latest())
    }
    #expect(isOver)
    time.run()
    #expect(shown.all.reduce(0, +) == 4)
    #expect(coalescer.pendingCount == 0)
  }

  /// The flush finds nothing, because the merge holds the pending update, which is delivered later.
  @Test func flushInsideAMergeReturns() {
    let shown = Recorder<Int>()
    let coalescer = Coalescer<Latest>(.nextPass, on: .scheduler(time)) { shown.record($0.count) }
    let isOver = ends(within: 10) {
      time.onMain(at: .zero) {
        coalescer.submit(Latest { [unowned coalescer] in coalescer.flush() })
        coalescer.submit(Latest())
      }
      time.run()
    }
    #expect(isOver)
    #expect(shown.all == [2])
  }

  /// Two threads, each with a coalescer whose replaced values submit to the other's.
  @Test func replacedValuesMaySubmitToEachOthersCoalescer() {
    let shown = Locked(0)
    let coalescers = (0..<2).map { _ in
      Coalescer<Latest>(.nextPass, on: .scheduler(time)) { update in
        shown.withLock { $0 += update.count }
      }
    }
    // Schedules the deliveries here, because a simulation does not support concurrent calls.
    coalescers.forEach { $0.submit(Latest()) }
    let isOver = ends(within: 60) {
      produce(threads: 2, each: 2_000) { thread, _ in
        let other = coalescers[1 - thread]
        coalescers[thread].submit(Latest { other.submit(Latest()) })
      }
    }
    #expect(isOver)
    time.run()
    // Values passed to a handler are released, too, and submit.
    time.run()
    #expect(shown.withLock { $0 } == 8_002)
  }

  /// An object released in a merge submits an update that cancels out everything pending.
  @Test func updateSubmittedInAMergeCancelsOutOthers() {
    let coalescer = Coalescer<Latest>(.nextPass, on: .scheduler(time)) { _ in }
    coalescer.submit(
      Latest { [unowned coalescer] in coalescer.submit(Latest(count: -2)) })
    coalescer.submit(Latest())
    time.run()
    #expect(coalescer.statistics.submissions == 0 && coalescer.statistics.deliveries == 0)
  }

  /// The last element comes from a merge of another coalescer, while a thread has this one's lock.
  @Test func elementSubmittedInAMergeCountsTowardsTheLimit() {
    let shown = Recorder<[Int]>()
    let log = Coalescer<OrderedUpdates<Int>>(.nextPass, keepingNewest: 2, on: .scheduler(time))
    log.handle { shown.record($0.elements) }
    let other = Coalescer<Latest>(.nextPass, on: .scheduler(time)) { _ in }
    log.submit(contentsOf: 1...2)
    other.submit(Latest { log.submit(3) })
    log.outbox.store.locked?.content.withLock { _ in other.submit(Latest()) }
    time.run()
    #expect(shown.all == [[2, 3]])
  }

  /// During a thread's long merge, another thread's submissions do not wait. They are delivered in order.
  @Test func submissionWaitsForAnotherThreadsMerge() {
    let shown = Recorder<[Int]>()
    let list = Coalescer<Noticed>(.nextPass, on: .scheduler(time)) { shown.record($0.lines) }
    let (begun, goOn, isOver) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    list.submit(Noticed(lines: [1]))
    DispatchQueue.global().async {
      list.submit(
        Noticed(lines: [2]) {
          begun.signal()
          #expect(goOn.arrives())
        })
      isOver.signal()
    }
    #expect(begun.arrives())
    // Otherwise a thread that submits faster than another merges would leave more and more to it.
    let isSubmitted = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      for number in 3...5 { list.submit(Noticed(lines: [number])) }
      isSubmitted.signal()
    }
    #expect(!isSubmitted.arrives(within: 1))
    goOn.signal()
    #expect(isOver.arrives() && isSubmitted.arrives())
    list.submit(Noticed(lines: [6]))
    time.run()
    #expect(shown.all == [[1, 2, 3, 4, 5, 6]])
  }

  /// Runs `work` on another thread. Returns whether it ends in time.
  private func ends(within seconds: Int, _ work: @escaping @Sendable () -> Void) -> Bool {
    let isOver = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      work()
      isOver.signal()
    }
    return isOver.arrives(within: seconds)
  }

  /// A value that records, when it is released, whether the store's lock is free.
  private func probe<Update>(_ store: PendingStore<Update>) -> LockProbe {
    LockProbe { [unowned store] in wasOpen.record(isOpen(store)) }
  }

  /// Checks on another queue, because a caller on this thread would deadlock if the lock were held.
  private func isOpen<Update>(_ store: PendingStore<Update>) -> Bool {
    ends(within: 2) { _ = store.count }
  }

  /// A `deinit` that waits for the main thread must not find it waiting for the store.
  @Test func replacedValueIsReleasedOutsideTheLock() {
    let store = PendingStore<NewestValue<LockProbe?>>()
    _ = store.merge(NewestValue(probe(store)))
    _ = store.merge(NewestValue(nil))
    _ = store.merge(NewestValue(probe(store)))
    _ = store.merge(plain: nil)
    #expect(wasOpen.all == [true, true])
  }

  @Test func valueReplacedUnderItsKeyIsReleasedOutsideTheLock() {
    let store = PendingStore<NewestByKey<Int, LockProbe>>()
    _ = store.merge(NewestByKey(1, probe(store)))
    _ = store.merge(NewestByKey(1, LockProbe {}))
    #expect(wasOpen.all == [true])
    _ = store.merge(NewestByKey(1, probe(store)))
    store.putBack(NewestByKey(1, probe(store)))
    #expect(wasOpen.all == [true, true])
    _ = store.take()
    #expect(wasOpen.all == [true, true, true])
  }

  /// Elements are dropped both when others arrive and when the store is taken.
  @Test func elementBeyondTheLimitIsReleasedOutsideTheLock() {
    let store = PendingStore<OrderedUpdates<LockProbe>>()
    store.locked?.setLimit(LockedUpdates.Limit(1) { $0?.keepNewest($1) })
    for _ in 0..<4 { _ = store.merge(OrderedUpdates([probe(store)])) }
    #expect(wasOpen.all == [true, true])
    let taken = store.take()
    #expect(taken?.elements.count == 1)
    #expect(wasOpen.all == [true, true, true])
  }
}
