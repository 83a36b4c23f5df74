import CoalesceTesting
import Dispatch
import Foundation
import BenchLibrarySupport
import Testing

@testable import Coalesce

/// The store of pending updates: its contents, its count of submissions, and that nothing hangs.
struct PendingStoreTests {
  /// Tests a store with one type of update.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Puts `older` back before `newer`. Returns the counts after each step (see `cases`) and the update taken last.
    let putBack: @Sendable () throws -> (counts: [Int], taken: String)

    init<Update: Mergeable & Equatable>(
      _ name: String, _ older: Update, _ newer: Update?
    ) {
      testDescription = name
      putBack = {
        let store = PendingStore<Update>()
        var counts = [store.merge(older), store.submissions(), store.count]
        let taken = try #require(store.takeAll())
        counts += [taken.counts.submissions, store.submissions(), store.count]
        #expect(store.isEmpty)
        if let newer { _ = store.merge(newer) }
        store.putBack(taken.update)
        counts += [store.submissions(), store.count]
        #expect(!store.isEmpty)
        let all = try #require(store.takeAll())
        #expect(store.takeAll() == nil && store.isEmpty)
        return (counts + [all.counts.submissions, store.count], "\(all.update)")
      }
    }
  }

  /// After merging: result, submissions, count. Taking: submissions, rest. Putting back: submissions, count.
  /// Taking again: submissions, rest.
  static let cases: [(Case, counts: [Int], taken: String)] = [
    (Case("count", UpdateCount(3), nil), [3, 3, 3, 3, 0, 0, 0, 3, 0, 0], "\(UpdateCount(3))"),
    (Case("counts", UpdateCount(3), .one), [3, 3, 3, 3, 0, 0, 1, 4, 1, 0], "\(UpdateCount(4))"),
    (
      Case("options", UpdateFlags(rawValue: 1), nil), [1, 1, 1, 1, 0, 0, 0, 1, 0, 0],
      "\(UpdateFlags(rawValue: 1))"
    ),
    (
      Case("more options", UpdateFlags(rawValue: 1), UpdateFlags(rawValue: 4)),
      [1, 1, 1, 1, 0, 0, 1, 1, 1, 0], "\(UpdateFlags(rawValue: 5))"
    ),
    (Case("value", NewestValue(1), nil), [1, 1, 1, 1, 0, 0, 0, 1, 0, 0], "\(NewestValue(1))"),
    (
      Case("newer value", NewestValue(1), NewestValue(2)), [1, 1, 1, 1, 0, 0, 1, 1, 1, 0],
      "\(NewestValue(2))"
    ),
    (
      Case("list", OrderedUpdates([1, 2]), nil), [2, 2, 2, 2, 0, 0, 0, 2, 0, 0],
      "\(OrderedUpdates([1, 2]))"
    ),
    (
      Case("longer list", OrderedUpdates([1, 2]), OrderedUpdates([3])),
      [2, 2, 2, 2, 0, 0, 1, 3, 1, 0], "\(OrderedUpdates([1, 2, 3]))"
    ),
  ]

  /// An update whose handler threw is pending again, before newer ones, and not counted as a new submission.
  @Test(arguments: cases.indices)
  func restoredUpdateIsPendingAgain(_ index: Int) throws {
    let (subject, counts, taken) = Self.cases[index]
    let found = try subject.putBack()
    #expect(found.counts == counts)
    #expect(found.taken == taken)
  }

  /// A delivery may take flags between setting their bits and their count. It shows them and counts a submission.
  @Test func flagsCanBeTakenBeforeTheirCountArrives() {
    let time = VirtualScheduler()
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
    var probe: LockProbe
    var count = 1
    var updateCount: Int { count }
    mutating func merge(_ newer: Latest) {
      let count = count + newer.count
      self = newer
      self.count = count
    }
  }

  /// An object released in a merge may submit to the same coalescer and read its count.
  @Test(arguments: [Pace.nextPass, .throttle()])
  func objectReleasedInAMergeMaySubmit(_ pace: Pace) {
    let time = VirtualScheduler()
    let shown = Recorder<Int>()
    let coalescer = Coalescer<Latest>(pace, on: .scheduler(time)) { shown.record($0.count) }
    let isOver = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      let hold = coalescer.pause()
      coalescer.submit(
        Latest(
          probe: LockProbe { [unowned coalescer] in
            coalescer.submit(Latest(probe: LockProbe {}))
            coalescer.submit(Latest(probe: LockProbe {}), within: .zero)
            #expect(coalescer.pendingCount > 0)
          }))
      hold.end()
      coalescer.submit(Latest(probe: LockProbe {}))
      isOver.signal()
    }
    #expect(isOver.arrives(within: 10))
    time.run()
    #expect(shown.all.reduce(0, +) == 4)
    #expect(coalescer.pendingCount == 0)
  }

  /// The flush finds nothing, because the merge holds the pending update, which is delivered later.
  @Test func flushInsideAMergeReturns() {
    let time = VirtualScheduler()
    let shown = Recorder<Int>()
    let coalescer = Coalescer<Latest>(.nextPass, on: .scheduler(time)) { shown.record($0.count) }
    let isOver = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      time.onMain(at: .zero) {
        coalescer.submit(Latest(probe: LockProbe { [unowned coalescer] in coalescer.flush() }))
        coalescer.submit(Latest(probe: LockProbe {}))
      }
      time.run()
      isOver.signal()
    }
    #expect(isOver.arrives(within: 10))
    #expect(shown.all == [2])
  }

  /// Two threads, each with a coalescer whose replaced values submit to the other's.
  @Test func replacedValuesMaySubmitToEachOthersCoalescer() {
    let time = VirtualScheduler()
    let shown = Locked(0)
    let coalescers = (0..<2).map { _ in
      Coalescer<Latest>(.nextPass, on: .scheduler(time)) { update in
        shown.withLock { $0 += update.count }
      }
    }
    // Schedules the deliveries here, because a simulation does not support concurrent calls.
    coalescers.forEach { $0.submit(Latest(probe: LockProbe {})) }
    let isOver = DispatchSemaphore(value: 0)
    Thread {
      produce(threads: 2, each: 2_000) { thread, _ in
        let other = coalescers[1 - thread]
        coalescers[thread].submit(
          Latest(probe: LockProbe { other.submit(Latest(probe: LockProbe {})) }))
      }
      isOver.signal()
    }.start()
    #expect(isOver.arrives(within: 60))
    time.run()
    // Values passed to a handler are released, too, and submit.
    time.run()
    #expect(shown.withLock { $0 } == 8_002)
  }

  /// An object released in a merge submits what cancels out everything pending.
  @Test func updateSubmittedInAMergeCancelsOutOthers() {
    let time = VirtualScheduler()
    let coalescer = Coalescer<Latest>(.nextPass, on: .scheduler(time)) { _ in }
    coalescer.submit(
      Latest(
        probe: LockProbe { [unowned coalescer] in
          coalescer.submit(Latest(probe: LockProbe {}, count: -2))
        }))
    coalescer.submit(Latest(probe: LockProbe {}))
    time.run()
    #expect(coalescer.statistics.submissions == 0 && coalescer.statistics.deliveries == 0)
  }

  /// The last element comes from a merge of another coalescer, while a thread has this one's lock.
  @Test func elementSubmittedInAMergeCountsTowardsTheLimit() {
    let time = VirtualScheduler()
    let shown = Recorder<[Int]>()
    let log = Coalescer<OrderedUpdates<Int>>(.nextPass, keepingNewest: 2, on: .scheduler(time))
    log.handle { shown.record($0.elements) }
    let other = Coalescer<Latest>(.nextPass, on: .scheduler(time)) { _ in }
    log.submit(contentsOf: 1...2)
    other.submit(Latest(probe: LockProbe { log.submit(3) }))
    log.outbox.store.locked?.content.withLock { _ in other.submit(Latest(probe: LockProbe {})) }
    time.run()
    #expect(shown.all == [[2, 3]])
  }

  /// During one thread's long merge, another thread's submissions do not wait, and are delivered in
  /// order.
  @Test func submissionWaitsForAnotherThreadsMerge() {
    let time = VirtualScheduler()
    let shown = Recorder<[Int]>()
    let list = Coalescer<Slow>(.nextPass, on: .scheduler(time)) { shown.record($0.list) }
    let (begun, goOn, isOver) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    list.submit(Slow(list: [1]) {})
    DispatchQueue.global().async {
      list.submit(
        Slow(list: [2]) {
          begun.signal()
          #expect(goOn.arrives())
        })
      isOver.signal()
    }
    #expect(begun.arrives())
    // Otherwise a thread that submits faster than another merges would leave more and more to it.
    let isSubmitted = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      for number in 3...5 { list.submit(Slow(list: [number]) {}) }
      isSubmitted.signal()
    }
    #expect(!isSubmitted.arrives(within: 1))
    goOn.signal()
    #expect(isOver.arrives() && isSubmitted.arrives())
    list.submit(Slow(list: [6]) {})
    time.run()
    #expect(shown.all == [[1, 2, 3, 4, 5, 6]])
  }

  private struct Slow: Mergeable {
    var list: [Int]
    let inMerge: @Sendable () -> Void

    var updateCount: Int { list.count }
    mutating func merge(_ newer: Slow) {
      newer.inMerge()
      list += newer.list
    }
  }

  /// A `deinit` that waits for the main thread must not find it waiting for the store.
  @Test func replacedValueIsReleasedOutsideTheLock() {
    let store = PendingStore<NewestValue<LockProbe?>>()
    let wasOpen = Recorder<Bool>()
    store.mergeProbe { [unowned store] in wasOpen.record(isOpen(store)) }
    _ = store.merge(NewestValue(nil))
    store.mergeProbe { [unowned store] in wasOpen.record(isOpen(store)) }
    _ = store.merge(plain: nil)
    #expect(wasOpen.all == [true, true])
  }

  @Test func valueReplacedUnderItsKeyIsReleasedOutsideTheLock() {
    let store = PendingStore<NewestByKey<Int, LockProbe>>()
    let wasOpen = Recorder<Bool>()
    store.mergeProbe { [unowned store] in wasOpen.record(isOpen(store)) }
    _ = store.merge(NewestByKey(1, LockProbe {}))
    #expect(wasOpen.all == [true])
    store.mergeProbe { [unowned store] in wasOpen.record(isOpen(store)) }
    store.putBack(NewestByKey(1, LockProbe { [unowned store] in wasOpen.record(isOpen(store)) }))
    #expect(wasOpen.all == [true, true])
    _ = store.take()
    #expect(wasOpen.all == [true, true, true])
  }

  /// Elements are dropped both when others arrive and when the store is taken.
  @Test func elementBeyondTheLimitIsReleasedOutsideTheLock() {
    let store = PendingStore<OrderedUpdates<LockProbe>>()
    let wasOpen = Recorder<Bool>()
    store.locked?.setLimit(LockedUpdates.Limit(1) { $0?.keepNewest($1) })
    for _ in 0..<4 {
      let element = LockProbe { [unowned store] in wasOpen.record(isOpen(store)) }
      _ = store.merge(OrderedUpdates([element]))
    }
    #expect(wasOpen.all == [true, true])
    let taken = store.take()
    #expect(taken?.elements.count == 1)
    #expect(wasOpen.all == [true, true, true])
  }

  /// Checks on another queue, because a caller on this thread would deadlock if the lock were held.
  private func isOpen<Update>(_ store: PendingStore<Update>) -> Bool {
    let answered = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      _ = store.count
      answered.signal()
    }
    return answered.arrives(within: 2)
  }
}

extension PendingStore where Update == NewestValue<LockProbe?> {
  /// Creates the probe here rather than in the test, so that only the store holds a reference.
  fileprivate func mergeProbe(atEnd: @escaping @Sendable () -> Void) {
    _ = merge(NewestValue(LockProbe(atEnd: atEnd)))
  }
}

extension PendingStore where Update == NewestByKey<Int, LockProbe> {
  fileprivate func mergeProbe(atEnd: @escaping @Sendable () -> Void) {
    _ = merge(NewestByKey(1, LockProbe(atEnd: atEnd)))
  }
}
