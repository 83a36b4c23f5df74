import CoalesceTesting
import Foundation
import Testing

@testable import Coalesce

/// The rules by which the engine strands nothing, in a stripped model of its fast path: a count of
/// what waits, and how many must wait for a submission to call.
///
/// All interleavings of what only the order of the steps decides. What the memory may reorder takes
/// real threads, and many of their meetings.
@Suite(.serialized) struct EngineLitmusTests {
  /// Rule 2. A delivery sets `wakeAt` to 1 before it empties the store.
  @Test func settingWakeAtBeforeTakingStrandsNothing() {
    let delivery: [Model.Step] = [{ $0.wakeAt = 1 }, { $0.count = 0 }]
    for interleaving in Model.interleavings(Model.submission, delivery) {
      let end = Model(count: 1, wakeAt: .max).running(interleaving)
      #expect(end.count == 0 || end.isHeard)
    }
  }

  /// The other way round, a submission between the two steps merges into the emptied store and does
  /// not call, for `wakeAt` is out of reach still.
  @Test func takingBeforeSettingWakeAtStrandsUpdates() {
    let delivery: [Model.Step] = [{ $0.count = 0 }, { $0.wakeAt = 1 }]
    let ends = Model.interleavings(Model.submission, delivery)
      .map { Model(count: 1, wakeAt: .max).running($0) }
    #expect(ends.contains { $0.count > 0 && !$0.isHeard })
  }

  /// Rule 3. After a cancel every submission calls, and whoever calls empties the store.
  @Test func cancelledCoalescerLeavesAnEmptyStore() {
    let cancel: [Model.Step] = [{ $0.wakeAt = .min }, { $0.count = 0 }]
    let ends = Model.interleavings(Model.submission, cancel)
      .map { Model(count: 1, wakeAt: .max).running($0) }
    #expect(ends.allSatisfy { $0.count == 0 || $0.isHeard })
    let wrong = Model.interleavings(Model.submission, cancel.reversed())
      .map { Model(count: 1, wakeAt: .max).running($0) }
    #expect(wrong.contains { $0.count > 0 && !$0.isHeard })
  }

  /// Rule 4. Whoever finds the lock taken leaves a flag, then tries once more; whoever has it gives it
  /// back, then takes the flag.
  @Test func lockHolderHandlesMissedSubmissions() {
    let holder: [Model.Step] = [
      { $0.isLocked = false },
      { model in
        if model.isLeft { model.isHeard = true }
        model.isLeft = false
      },
    ]
    let leaver: [Model.Step] = [
      { $0.isLeft = true }, { model in if !model.isLocked { model.isHeard = true } },
    ]
    func ends(_ leaver: [Model.Step], _ holder: [Model.Step]) -> [Model] {
      Model.interleavings(leaver, holder).map { Model(count: 1, wakeAt: 1).running($0) }
    }
    #expect(ends(leaver, holder).allSatisfy { $0.isHeard })
    // The lock before the flag, on either side, and nobody hears.
    #expect(ends(leaver.reversed(), holder).contains { !$0.isHeard })
    #expect(ends(leaver, holder.reversed()).contains { !$0.isHeard })
  }

  /// The same with the real thing, which is all that the model stands for.
  @Test func updateMergedAfterACancelIsDropped() {
    let main = RealMain()
    let coalescers = (0..<2_000).map { _ in
      Coalescer<UpdateCount>(.nextPass, scheduler: main.scheduler) { _ in }
    }
    let meeting = Meeting()
    produce(threads: 2, each: coalescers.count) { thread, round in
      meeting.wait(round)
      if thread == 0 { coalescers[round].cancel() } else { coalescers[round].setNeedsUpdate() }
    }
    #expect(coalescers.allSatisfy { $0.pendingCount == 0 })
    main.settle()
  }
}

/// The same rules with the engine itself, in the one interleaving that each is for.
extension EngineLitmusTests {
  /// Rule 1. A submission read `wakeAt` while a hop was on its way and so did not call; the hop had read the
  /// count before.
  @Test func secondCountFindsSubmissionsAfterTheFirst() {
    let time = VirtualScheduler()
    let shown = Locked(0)
    let pending = MergingBehindACount(time)
    pending.outbox.receiver.replace(
      .init(
        handler: .synchronous { update in
          shown.withLock { $0 += update.updateCount }
          return true
        }))
    let engine = DeliveryEngine(NextPassPolicy(), pending: pending, scheduler: time)
    engine.attach(isOlderGone: true)
    time.onMain(at: .zero) {
      engine.arrive(pending.outbox.pending.merge(.one))
      engine.deliver()
      pending.isArmed.store(true, ordering: .relaxed)
    }
    time.run()
    #expect(shown.withLock { $0 } == 2)
  }

  /// Rule 4. Who finds the lock taken goes away; who gives it back hears what was left.
  @Test func submissionUnderAHeldLockIsHeard() {
    let time = VirtualScheduler()
    let shown = Locked(0)
    let coalescer = Coalescer<UpdateCount>(.nextPass, scheduler: time) { update in
      shown.withLock { $0 += update.updateCount }
    }
    coalescer.engine.access { _, _ in coalescer.setNeedsUpdate() }
    time.run()
    #expect(shown.withLock { $0 } == 1)
  }

  /// An outbox into whose store another thread merges right behind a count.
  private final class MergingBehindACount: Deliverable {
    let outbox: Outbox<UpdateCount>
    let isArmed = Atomic<Bool>(false)

    init(_ scheduler: any UpdateScheduler) { outbox = Outbox(scheduler) }

    func submissions() -> Int {
      defer { if isArmed.exchange(false, ordering: .relaxed) { _ = outbox.pending.merge(.one) } }
      return outbox.submissions()
    }

    var isEmpty: Bool { outbox.isEmpty }
    func findReceiver() -> Bool { outbox.findReceiver() }
    func take() -> (submissions: Int, dropped: Int)? { outbox.take() }
    func call() -> DeliveryCall { outbox.call() }
    func discard() -> (submissions: Int, content: Any?) { outbox.discard() }
    func releaseHandler() { outbox.releaseHandler() }
  }
}

extension EngineLitmusTests {
  /// Rule 1, with the store that apps use. Whoever stores `wakeAt` reads the count again by a
  /// read-modify-write: either that sees the submission, or the submission sees the new `wakeAt`. A
  /// plain load may overtake the store.
  @Test func oneOfTwoSidesHearsASubmission() {
    #expect(Races().unheard(rounds: 40_000) == 0)
    let withALoad = Races(byLoad: true).unheard(rounds: 40_000)
    // Depends on the machine, and is nothing to rely on either way.
    print("EngineLitmusTests: with a plain load, \(withALoad) of 40000 submissions were unheard.")
  }
}

extension StressTests {
  /// The same, a million times.
  @Test func allOfAMillionSubmissionsAreHeard() {
    #expect(Races().unheard(rounds: 1_000_000) == 0)
  }
}

/// A point that two threads pass at the same time, as nearly as they can.
private final class Meeting: Sendable {
  private let arrivals = Atomic<Int>(0)

  /// - Parameter round: how often both have met before.
  func wait(_ round: Int) {
    arrivals.wrappingAdd(1, ordering: .acquiringAndReleasing)
    var spins = 0
    while arrivals.load(ordering: .acquiring) < 2 * (round + 1) {
      spins += 1
      // Where the other one has no core, it shall have this one.
      if spins.isMultiple(of: 500) { sched_yield() }
    }
  }
}

/// A submission to a store and a re-arming, at once, many times. Not generic: a call between the store of
/// `wakeAt` and the count is time enough for the store to be seen.
private final class Races: Sendable {
  /// One race: a store and `wakeAt` of its own, and who has seen the other.
  final class Slot: Sendable {
    let store = PendingStore<UpdateCount>()
    let wakeAt = Atomic<Int>(.max)
    let isHeard = Atomic<Int>(0)
  }

  private let slots = (0..<1_000).map { _ in Slot() }
  private let byLoad: Bool

  /// - Parameter byLoad: whether the count is read again by a plain load, and not as the engine does it.
  init(byLoad: Bool = false) { self.byLoad = byLoad }

  /// How many submissions neither side has seen.
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
    produce(threads: 2, each: slots.count) { [slots, byLoad] thread, round in
      let slot = slots[round]
      meeting.wait(round)
      guard thread == 0 else { return Self.rearm(slot, byLoad) }
      let isHeard = slot.store.merge(.one) >= slot.wakeAt.load(ordering: .relaxed)
      if isHeard { slot.isHeard.wrappingAdd(1, ordering: .relaxed) }
    }
    return slots.count { $0.isHeard.load(ordering: .relaxed) == 0 }
  }

  private static func rearm(_ slot: Slot, _ byLoad: Bool) {
    let store = slot.store
    slot.wakeAt.store(1, ordering: .relaxed)
    let count = byLoad ? Int(store.submitted.load(ordering: .relaxed)) : store.submissions()
    if count >= 1 { slot.isHeard.wrappingAdd(1, ordering: .relaxed) }
  }
}

/// The fast path where memory reorders nothing, step by step.
private struct Model {
  typealias Step = @Sendable (inout Model) -> Void

  var count: Int
  var wakeAt: Int
  /// How many waited with the submission, as that was told.
  var seen = 0
  /// Whether the submission calls, or somebody calls for it.
  var isHeard = false
  /// Whether somebody has the engine's lock, and whether something was left to them.
  var isLocked = true
  var isLeft = false

  init(count: Int, wakeAt: Int) {
    self.count = count
    self.wakeAt = wakeAt
  }

  static let submission: [Step] = [
    { model in
      model.count += 1
      model.seen = model.count
    },
    { $0.isHeard = $0.seen >= $0.wakeAt },
  ]

  /// All orders of two threads' steps.
  static func interleavings(_ first: [Step], _ second: [Step]) -> [[Step]] {
    guard let next = first.first else { return [second] }
    guard let other = second.first else { return [first] }
    return interleavings(Array(first.dropFirst()), second).map { [next] + $0 }
      + interleavings(first, Array(second.dropFirst())).map { [other] + $0 }
  }

  func running(_ steps: [Step]) -> Model {
    var model = self
    for step in steps { step(&model) }
    return model
  }
}
