import CoalesceTesting
import Foundation
import BenchLibrarySupport
import Testing

@testable import Coalesce

/// The engine's rules for stranding no update, with the engine itself and with threads that race many times.
@Suite(.serialized) struct DeliveryEngineTests {
  /// Rule 3. After a cancel, every submission calls the engine, which empties the store.
  @Test func updateRacingWithCancelDoesNotStayPending() {
    let main = RealMain()
    let coalescers = (0..<2_000).map { _ in
      Coalescer<UpdateCount>(.nextPass, on: .scheduler(main.scheduler)) { _ in }
    }
    let meeting = Meeting()
    produce(threads: 2, each: coalescers.count) { thread, round in
      meeting.wait(round)
      if thread == 0 { coalescers[round].cancel() } else { coalescers[round].setNeedsUpdate() }
    }
    #expect(coalescers.allSatisfy { $0.pendingCount == 0 })
    main.settle()
  }

  /// Rule 1. While a dispatch is pending, submissions do not call the engine, even if it has already read the count.
  @Test func secondCountFindsSubmissionsMissedByTheFirst() {
    let time = VirtualScheduler()
    let shown = Locked(0)
    let pending = MergingBehindACount(time)
    pending.outbox.receiver.replace(
      .init(
        handler: .synchronous { update in
          shown.withLock { $0 += update.updateCount }
          return true
        }))
    let engine = DeliveryEngine(NextPassPolicy(), outbox: pending, place: .scheduler(time))
    engine.attach(isOlderGone: true)
    time.onMain(at: .zero) {
      engine.arrive(pending.outbox.store.merge(.one))
      engine.deliver()
      pending.isArmed.store(true, ordering: .relaxed)
    }
    time.run()
    #expect(shown.withLock { $0 } == 2)
  }

  /// Rule 4. A submission that finds the lock taken returns; the holder handles it after unlocking.
  @Test(arguments: [nil, Duration.zero])
  func submissionThatFindsTheLockTakenIsDelivered(within bound: Duration?) {
    let time = VirtualScheduler()
    let shown = Locked(0)
    let coalescer = Coalescer<UpdateCount>(.nextPass, on: .scheduler(time)) { update in
      shown.withLock { $0 += update.updateCount }
    }
    coalescer.engine.access { _, _ in
      if let bound { coalescer.submit(.one, within: bound) } else { coalescer.submit(.one) }
    }
    time.run()
    #expect(shown.withLock { $0 } == 1)
  }

  /// An outbox that simulates another thread merging an update right after the count is read.
  private final class MergingBehindACount: Deliverable {
    let outbox: Outbox<UpdateCount>
    let isArmed = Atomic<Bool>(false)

    init(_ scheduler: any UpdateScheduler) { outbox = Outbox(scheduler) }

    func submissions() -> Int {
      defer { if isArmed.exchange(false, ordering: .relaxed) { _ = outbox.store.merge(.one) } }
      return outbox.submissions()
    }

    var isEmpty: Bool { outbox.isEmpty }
    func findReceiver() -> Bool { outbox.findReceiver() }
    var count: Int { outbox.count }
    func take(_ portion: PortionSize?, at now: UInt64) -> TakenCounts? {
      outbox.take(portion, at: now)
    }
    func putBackRest(_ count: Int) -> Int { outbox.putBackRest(count) }
    func call() -> DeliveryCall { outbox.call() }
    func discard() -> (submissions: Int, content: Any?) { outbox.discard() }
    func releaseHandler() { outbox.releaseHandler() }
  }

  /// Rule 1, with the real store. After storing `wakeAt`, the engine reads the count again by a read-modify-write:
  /// either that sees the submission, or the submission sees the new `wakeAt`. A plain load could be reordered before
  /// the store.
  @Test func noSubmissionRacingWithRearmingIsMissed() {
    #expect(Races().unheard(rounds: 40_000) == 0)
  }

  /// Rule 4. The submission finds the lock taken by a caller that releases it before it sees the flag.
  @Test func noSubmissionRacingWithTheLocksHolderIsStranded() {
    let main = RealMain()
    for _ in 0..<20 {
      let reloads = (0..<1_000).map { _ in
        Coalescer<UpdateCount>(.nextPass, on: .scheduler(main.scheduler)) { _ in }
      }
      let meeting = Meeting()
      produce(threads: 2, each: reloads.count) { thread, round in
        meeting.wait(round)
        if thread == 0 { reloads[round].submit(.one) } else { _ = reloads[round].isCancelled }
      }
      main.settle()
      #expect(reloads.allSatisfy { $0.pendingCount == 0 })
    }
  }

  @Test func policyMaySubmitInItsDeinit() {
    let scheduler = VirtualScheduler()
    let coalescer = Coalescer<UpdateCount>(.nextPass, on: .scheduler(scheduler)) { _ in }
    coalescer.pace = Pace(Holding(object: Ending(coalescer)))
    coalescer.pace = .nextPass
    scheduler.run()
    #expect(coalescer.pendingCount == 0)
  }

  /// The dropped update submits another one in its deinit: after the store is emptied, before the timer is checked.
  @Test func updateSubmittedWhileTheStoreIsEmptiedIsDelivered() {
    let scheduler = VirtualScheduler()
    let shown = Recorder<Int>()
    let coalescer = Coalescer<OrderedUpdates<LockProbe>>(
      .debounce(for: .milliseconds(5)), on: .scheduler(scheduler)
    ) { shown.record($0.elements.count) }
    scheduler.at(nanoseconds: 1_000_000) {
      coalescer.submit(
        OrderedUpdates([LockProbe { coalescer.submit(OrderedUpdates([LockProbe {}])) }]))
      coalescer.cancelPending()
    }
    scheduler.run()
    #expect(shown.all == [1])
  }

  /// Submits when it is released.
  private final class Ending: Sendable {
    let coalescer: Coalescer<UpdateCount>
    init(_ coalescer: Coalescer<UpdateCount>) { self.coalescer = coalescer }
    deinit { coalescer.submit(.one) }
  }

  private struct Holding: DeliveryPolicy {
    let object: Ending
    var due: UInt64 { 0 }
    mutating func didHear(_ count: Int, at now: UInt64) {}
    mutating func willDeliver(at now: UInt64) {}
  }

  /// The policy asks to hear of each update, and each call submits another one, as another thread might: before the
  /// updates are counted again or, `isLate`, after that.
  @Test(arguments: [false, true])
  func policyThatHearsEveryUpdateBlocksNoSubmission(isLate: Bool) {
    let time = VirtualScheduler()
    let feed = Feed(isLate: isLate)
    let reload = Coalescer<UpdateCount>(Pace(Fed(feed: feed)), on: .scheduler(time)) { _ in }
    feed.submit.withLock { $0 = { [weak reload] in reload?.submit(.one) } }
    reload.submit(.one)
    #expect(feed.heard.withLock { $0 } <= 10)
    time.run()
    #expect(feed.heard.withLock { $0 } > 1_000, "the policy still hears of them")
    #expect(reload.pendingCount == 0)
  }

  private final class Feed: Sendable {
    let isLate: Bool
    let heard = Locked(0)
    let submit = Locked<(@Sendable () -> Void)?>(nil)

    init(isLate: Bool) { self.isLate = isLate }

    func submitNext(isLate: Bool) {
      if isLate == self.isLate, heard.withLock({ $0 }) <= 1_000 { submit.withLock { $0 }?() }
    }
  }

  private struct Fed: DeliveryPolicy {
    let feed: Feed

    var due: UInt64 {
      feed.submitNext(isLate: true)
      return feed.heard.withLock { $0 } > 1_000 ? 0 : .max
    }
    func nextCount(after heard: Int) -> Int { heard + 1 }
    mutating func didHear(_ count: Int, at now: UInt64) {
      feed.heard.withLock { $0 += 1 }
      feed.submitNext(isLate: false)
    }
    mutating func willDeliver(at now: UInt64) {}
  }
}

extension StressTests {
  /// `noSubmissionRacingWithRearmingIsMissed`, a million times.
  @Test func noneOfAMillionSubmissionsRacingWithRearmingIsMissed() {
    #expect(Races().unheard(rounds: 1_000_000) == 0)
  }
}

/// A point that two threads pass at nearly the same time.
private final class Meeting: Sendable {
  private let arrivals = Atomic<Int>(0)

  /// - Parameter round: how often both threads have passed it before.
  func wait(_ round: Int) {
    arrivals.wrappingAdd(1, ordering: .acquiringAndReleasing)
    var spins = 0
    while arrivals.load(ordering: .acquiring) < 2 * (round + 1) {
      spins += 1
      // Yields this core in case the other thread has none.
      if spins.isMultiple(of: 500) { sched_yield() }
    }
  }
}

/// Races a submission to a store with a rearming, many times. Not generic, because a call between storing `wakeAt` and
/// reading the count would give the store time to become visible.
private final class Races: Sendable {
  /// One race with its own store and `wakeAt`, and how many sides have seen the other.
  final class Slot: Sendable {
    let store = PendingStore<UpdateCount>()
    let wakeAt = Atomic<Int>(.max)
    let isHeard = Atomic<Int>(0)
  }

  private let slots = (0..<1_000).map { _ in Slot() }

  /// Returns the number of submissions that neither side has seen.
  func unheard(rounds: Int) -> Int {
    (0..<(rounds / slots.count)).reduce(0) { sum, _ in sum + unheardInOneRun() }
  }

  private func unheardInOneRun() -> Int {
    for slot in slots {
      _ = slot.store.take()
      slot.wakeAt.store(.max, ordering: .relaxed)
      slot.isHeard.store(0, ordering: .relaxed)
    }
    let meeting = Meeting()
    produce(threads: 2, each: slots.count) { [slots] thread, round in
      let slot = slots[round]
      meeting.wait(round)
      guard thread == 0 else { return Self.rearm(slot) }
      let isHeard = slot.store.merge(.one) >= slot.wakeAt.load(ordering: .relaxed)
      if isHeard { slot.isHeard.wrappingAdd(1, ordering: .relaxed) }
    }
    return slots.count { $0.isHeard.load(ordering: .relaxed) == 0 }
  }

  private static func rearm(_ slot: Slot) {
    slot.wakeAt.store(1, ordering: .relaxed)
    if slot.store.submissions() >= 1 { slot.isHeard.wrappingAdd(1, ordering: .relaxed) }
  }
}
