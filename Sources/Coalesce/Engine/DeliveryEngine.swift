import Synchronization

/// When what waits is delivered: the part of a coalescer that does not know the type of its updates.
///
/// Submitting takes no lock: a submission merges, which tells it how many wait, and only where that
/// number has reached ``wakeAt`` does it call ``arrived(_:)``. There, under the lock, the policy hears
/// what came, the timer or a hop is arranged, and `wakeAt` is set anew. What is to be done outside the
/// lock comes out of it as a ``Step``.
///
/// The rules that keep an update from being stranded, each with a litmus test:
/// 1. After `wakeAt` is stored, the number of submissions is read again, by a read-modify-write: either
///    this read sees a submission, or that submission sees the new `wakeAt`.
/// 2. A delivery sets `wakeAt` to 1 before it empties the store, so that whoever merges after it is
///    heard. `wakeAt` is out of reach only while a hop is on its way or nothing may be delivered, and
///    every way out of that hears what has come.
/// 3. After a cancel every submission calls, for somebody has to empty the store.
/// 4. A submission that finds the lock taken leaves a flag and then tries once more; whoever had the
///    lock looks at the flag after giving it back. So no submission waits for another, or for main.
///
/// Thread safety: every member may be used from any thread unless it says that it is main's. What the
/// extensions in the files beside this one share is the engine's own and nobody else's.
@usableFromInline
final class DeliveryEngine: Sendable {
  /// How many submissions must wait for the next of them to call ``arrived(_:)``.
  @usableFromInline let wakeAt = Atomic<Int>(1)
  /// The same where every submission calls, to note its time.
  let threshold = Atomic<Int>(1)
  let isNoting = Atomic<Bool>(false)
  let newest = LatestTime()

  let scheduler: any UpdateScheduler
  let pending: any Deliverable
  let timer: any UpdateTimer
  let leeway: UInt64
  let group: CoalescerGroup?
  let mayDeliverInSubmit: Bool
  /// Somebody found the lock taken and went away; whoever has it answers.
  let wasMissed = Atomic<Bool>(false)
  // For tests; everything else comes by way of `locked`.
  let state: Locked<State>

  /// By how much a timer may be late, rather than be set again: about a hop, so that n updates pay no
  /// more for it than for the hop that follows. Setting one takes about a microsecond, and each gains
  /// at least this, so a fast burst sets few.
  static var toleranceNanoseconds: UInt64 { 50_000 }

  init(
    _ policy: some DeliveryPolicy, pending: any Deliverable, scheduler: any UpdateScheduler,
    leeway: Duration, group: CoalescerGroup?, mayDeliverInSubmit: Bool = true
  ) {
    self.pending = pending
    self.scheduler = scheduler
    self.leeway = leeway.wholeNanoseconds
    self.group = group
    // In a group everybody waits for a turn.
    self.mayDeliverInSubmit = mayDeliverInSubmit && group == nil
    state = Locked(State(policy: policy))
    timer = scheduler.makeTimer()
    isNoting.store(policy.notesEverySubmission, ordering: .relaxed)
    setWakeAt(.max)
    timer.setHandler { [weak self] in self?.look(.timer) }
  }

  deinit {
    pending.releaseHandler(on: scheduler)
    let (waiters, task) = state.withLock { ($0.takeWaiters(), $0.task) }
    task?.cancel()
    waiters.forEach { $0.resume() }
  }

  /// What a caller does outside the lock.
  enum Step {
    case nothing
    case discard
    /// By when in a group; `.max` for its turn.
    case post(by: UInt64)
    case deliver
  }

  /// From where it is looked what is due.
  enum Place {
    /// A submission, on any thread.
    case submission
    /// A hop to main, or the coalescer's turn in its group.
    case hop
    /// The timer, on main.
    case timer
    /// Main, behind the layout commit of a delivery.
    case settle
    /// Anywhere else; what is due is delivered in a pass of its own.
    case other
  }

  /// `count` submissions wait, and that many were waited for. With `bound`, the newest must be
  /// delivered in so many nanoseconds.
  @usableFromInline
  func arrived(_ count: Int, within bound: UInt64? = nil) {
    if isNoting.load(ordering: .relaxed) {
      newest.note(nanoseconds: scheduler.nowNanoseconds)
      guard bound != nil || count >= threshold.load(ordering: .relaxed) else { return }
    }
    if let bound { return arrived(within: bound) }
    // Nobody waits for the lock: waking who waits would cost main more than all of its own work.
    if hear(.submission) || leaveOrHear() { answerMissed() }
  }

  /// Leaves what has come to whoever has the lock. Answers whether it was free after all, and this has
  /// heard it: first the flag and then the lock, or the holder could miss the one and this the other.
  func leaveOrHear() -> Bool {
    _ = wasMissed.exchange(true, ordering: .acquiringAndReleasing)
    return hear(.other)
  }

  func arrived(within bound: UInt64) {
    change { state in
      guard !state.isCancelled else { return .discard }
      let now = scheduler.nowNanoseconds
      hear(&state, at: now)
      // Where a delivery got there first, this makes the next one sooner than it need be, never
      // later. Merging under this lock would be exact, but what a merge replaces may call out.
      if state.heard > 0 { state.bound = min(state.bound, now.adding(orNever: bound)) }
      return arrange(&state, at: now, .submission)
    }
  }

  /// Hears and arranges what has come, if nobody has the lock. Answers whether it did.
  func hear(_ place: Place) -> Bool {
    let done = state.withLockIfFree { state -> (Step, [Waiter]) in
      guard !state.isCancelled else { return (.discard, []) }
      // Inside the lock: a thread that waited for it would bring an older time than was heard.
      let now = scheduler.nowNanoseconds
      hear(&state, at: now)
      return (arrange(&state, at: now, place), waitersForNothing(&state))
    }
    guard let (step, waiters) = done else { return false }
    waiters.forEach { $0.resume() }
    perform(step)
    return true
  }

  /// Does what somebody went away for. Whoever gives the lock back calls this: either it sees what
  /// they left, for both exchange the same flag, or they see that the lock is free.
  func answerMissed() {
    while wasMissed.exchange(false, ordering: .acquiringAndReleasing) {
      guard hear(.other) || leaveOrHear() else { return }
    }
  }

  /// Everything that touches the state and may wait for the lock does so through this.
  func locked<Result>(isMain: Bool = false, _ body: (inout State) -> Result) -> Result {
    defer { answerMissed() }
    return isMain ? state.withLockSoon(body) : state.withLock(body)
  }

  /// Whether it was cancelled.
  var isCancelled: Bool { locked { $0.isCancelled } }

  /// Does under the lock what `body` says, and then, without it, what that makes necessary.
  func change(isMain: Bool = false, _ body: (inout State) -> Step) {
    let (step, waiters) = locked(isMain: isMain) { state in
      (body(&state), waitersForNothing(&state))
    }
    waiters.forEach { $0.resume() }
    perform(step)
  }

  /// Who waits for a delivery, though nothing is left to deliver.
  func waitersForNothing(_ state: inout State) -> [Waiter] {
    guard !state.waiters.isEmpty, !state.isDelivering, pending.submissions() == 0 else { return [] }
    return state.takeWaiters()
  }

  func perform(_ step: Step) {
    switch step {
    case .nothing: break
    case .discard: pending.discard()
    case .deliver: deliver()
    case .post(let deadline):
      guard let group else { return scheduler.onMain { [weak self] in self?.look(.hop) } }
      group.enqueue(self, by: deadline)
    }
  }
}
