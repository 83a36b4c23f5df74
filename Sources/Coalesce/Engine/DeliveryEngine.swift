import Synchronization

/// Somebody who waits for a delivery.
typealias Waiter = CheckedContinuation<Void, Never>

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
/// 3. While updates are dropped, after a cancel or without a target, every submission calls, for somebody has
///    to empty the store.
/// 4. A submission that finds the lock taken leaves a flag and then tries once more; whoever had the
///    lock looks at the flag after giving it back. So no submission waits for another, or for main.
///
/// Thread safety: every member may be used from any thread unless it says that it belongs to the main
/// thread.
@usableFromInline
final class DeliveryEngine: Sendable {
  /// How many submissions must wait for the next of them to call ``arrived(_:)``.
  @usableFromInline let wakeAt = Atomic<Int>(.max)
  /// The same where every submission calls, to note its time.
  private let threshold = Atomic<Int>(.max)
  private let isNoting: Atomic<Bool>
  private let newest = LatestTime()
  /// What records each submission and delivery; nil while nothing does.
  private let recording = Locked<DeliveryRecording?>(nil)
  private let isRecording = Atomic<Bool>(false)

  let scheduler: any UpdateScheduler
  private let pending: any Deliverable
  private let timer: any UpdateTimer
  private let leeway: UInt64
  let group: CoalescerGroup?
  /// Whose frames deliveries wait for; nil for none.
  private let frames: (any FrameSource)?
  private let mayDeliverInSubmit: Bool
  /// What comes while there is nobody to deliver to is dropped, not kept.
  private let dropsUndeliverable: Bool
  /// Somebody found the lock taken and went away; its holder looks again.
  private let wasMissed = Atomic<Bool>(false)
  // For tests; everything else comes by way of `locked`.
  let state: Locked<State>

  /// By how much a timer may be late, rather than be set again: about a hop, so that n updates pay no
  /// more for it than for the hop that follows. Setting one takes about a microsecond, and each gains
  /// at least this, so a fast burst sets few.
  private static var toleranceNanoseconds: UInt64 { 50_000 }

  init(
    _ policy: some DeliveryPolicy, pending: any Deliverable, scheduler: any UpdateScheduler,
    leeway: Duration, group: CoalescerGroup?, frames: (any FrameSource)? = nil,
    dropsUndeliverable: Bool = false,
    mayDeliverInSubmit: Bool = true
  ) {
    if let group, group.turns !== scheduler.turns {
      // Not `precondition`, whose sentence release builds leave out.
      fatalError(
        "A coalescer and its group deliver on one main thread: give both the same scheduler.")
    }
    self.pending = pending
    self.scheduler = scheduler
    self.leeway = leeway.wholeNanoseconds
    self.group = group
    self.frames = group == nil ? frames : nil
    self.dropsUndeliverable = dropsUndeliverable
    // In a group everybody waits for a turn, and for a frame nobody is early.
    self.mayDeliverInSubmit = mayDeliverInSubmit && group == nil && frames == nil
    state = Locked(State(policy: policy))
    timer = scheduler.makeTimer()
    isNoting = Atomic(policy.notesEverySubmission)
    timer.setHandler { [weak self] in self?.look(.timer) }
  }

  deinit {
    pending.releaseHandler(on: scheduler)
    // No waiters are left: `delivered()` keeps the engine while it waits.
    state.withLock { $0.task }?.cancel()
  }

  /// What is left to do outside the lock: a step, waiters for whom there is nothing, and a delivery in
  /// flight that something newer has made obsolete.
  private struct Rest {
    var step: Step
    var waiters: [Waiter]
    var obsolete: Task<Void, Never>?
  }

  /// What a caller does outside the lock.
  private enum Step {
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
    if isRecording.load(ordering: .relaxed) { record(row: nil) }
    hear(count, within: bound)
  }

  /// The same, of a row.
  func arrived(_ count: Int, row: Int, kind: RecordedKind) {
    if isRecording.load(ordering: .relaxed) { record(row: (row, kind)) }
    hear(count, within: nil)
  }

  private func hear(_ count: Int, within bound: UInt64?) {
    if isNoting.load(ordering: .relaxed) { newest.note(nanoseconds: scheduler.nowNanoseconds) }
    if let bound { return arrived(within: bound) }
    if count >= threshold.load(ordering: .relaxed) { hearOrLeave() }
  }

  /// Apart, so that a submission whose time is only noted saves no registers for this.
  @inline(never)
  private func hearOrLeave() {
    // Nobody waits for the lock: waking who waits would cost main more than all of its own work.
    if hear(.submission) || leaveOrHear() { answerMissed() }
  }

  /// Leaves what has come to whoever has the lock. Returns whether it was free after all, and this has
  /// heard it: first the flag and then the lock, or the holder could miss the one and this the other.
  private func leaveOrHear() -> Bool {
    _ = wasMissed.exchange(true, ordering: .acquiringAndReleasing)
    return hear(.other)
  }

  private func arrived(within bound: UInt64) {
    change { state in
      guard !state.isDropping else { return .discard }
      let now = scheduler.nowNanoseconds
      hear(&state, at: now)
      // Where a delivery got there first, this makes the next one sooner than it need be, never
      // later. Merging under this lock would be exact, but what a merge replaces may call out.
      if state.heard > 0 { state.bound = min(state.bound, now.adding(orNever: bound)) }
      return arrange(&state, at: now, .submission)
    }
  }

  /// Hears and arranges what has come, if nobody has the lock. Returns whether it did.
  private func hear(_ place: Place) -> Bool {
    let rest = state.withLockIfFree { state -> Rest in
      guard !state.isDropping else { return Rest(step: .discard, waiters: []) }
      // Inside the lock: a thread that waited for it would bring an older time than was heard.
      let now = scheduler.nowNanoseconds
      hear(&state, at: now)
      return remainder(&state, arrange(&state, at: now, place))
    }
    guard let rest else { return false }
    perform(rest)
    return true
  }

  /// Does what somebody went away for. Whoever gives the lock back calls this: either it sees what
  /// they left, for both exchange the same flag, or they see that the lock is free.
  private func answerMissed() {
    while wasMissed.exchange(false, ordering: .acquiringAndReleasing) {
      guard hear(.other) || leaveOrHear() else { return }
    }
  }

  /// What touches the state and may wait for the lock does so through this, or ends with ``finish(_:)``.
  func locked<Result>(_ body: (inout State) -> Result) -> Result {
    defer { answerMissed() }
    return state.withLockSoon(body)
  }

  /// Whether it was cancelled.
  var isCancelled: Bool { locked { $0.isCancelled } }

  /// Does under the lock what `body` says, and then, without it, what that makes necessary.
  private func change(_ body: (inout State) -> Step) {
    finish(state.withLockSoon { remainder(&$0, body(&$0)) })
  }

  /// Performs it, and then answers who found the lock taken meanwhile.
  private func finish(_ rest: Rest) {
    perform(rest)
    answerMissed()
  }

  /// What is left to do after `step` was decided.
  private func remainder(_ state: inout State, _ step: Step) -> Rest {
    Rest(step: step, waiters: waitersForNothing(&state), obsolete: state.obsolete)
  }

  /// Who waits for a delivery, though nothing is left to deliver.
  private func waitersForNothing(_ state: inout State) -> [Waiter] {
    guard !state.waiters.isEmpty, !state.isDelivering, pending.submissions() == 0 else { return [] }
    return state.takeWaiters()
  }

  private func perform(_ rest: Rest) {
    rest.waiters.forEach { $0.resume() }
    rest.obsolete?.cancel()
    switch rest.step {
    case .nothing: break
    case .discard:
      let dropped = pending.discard()
      // Whoever performs this answers; in here, one drop would answer the next, and so on.
      let waiters = state.withLockSoon { state in
        state.counts.drop(dropped)
        return waitersForNothing(&state)
      }
      waiters.forEach { $0.resume() }
    case .deliver: deliver()
    case .post(let deadline):
      if let group { return group.enqueue(self, by: deadline) }
      let look: @Sendable () -> Void = { [weak self] in self?.look(.hop) }
      if let frames { frames.onNextFrame(look) } else { scheduler.onMain(look) }
    }
  }
}

/// What an app does besides submitting.
extension DeliveryEngine {
  /// From now on there is somebody to deliver to. With `cancelsInFlight`, whatever comes while a
  /// handler is in flight cancels its task.
  func open(cancelsInFlight: Bool = false) {
    resume {
      $0.isAttached = true
      $0.cancelsInFlight = cancelsInFlight
    }
  }

  /// From now on there is nobody to deliver to. What waits goes on waiting, or is dropped.
  func detach() {
    change {
      detach(&$0)
      return $0.isDropping ? .discard : .nothing
    }
  }

  private func detach(_ state: inout State) {
    // Before the first handler is set, what comes waits for it.
    guard !state.isCancelled, state.isAttached else { return }
    state.isAttached = false
    state.isDropping = dropsUndeliverable
    if state.isDropping { dropPending(&state) }
    setWakeAt(state.nextCount)
    setTimer(&state, due: .max)
  }

  /// Nothing is delivered until `reason` has ended, which it does by itself after so many nanoseconds.
  func pause(_ reason: String, atMost longest: UInt64) {
    locked { state in
      guard !state.isCancelled else { return }
      state.pauses[reason] = scheduler.nowNanoseconds.adding(orNever: longest)
      setWakeAt(state.nextCount)
      setTimer(&state, due: .max)
    }
  }

  /// Ends a pause. What has come meanwhile is delivered in main's next pass, unless there is another.
  func resume(_ reason: String) { resume { $0.pauses.removeValue(forKey: reason) } }

  private func resume(_ open: (inout State) -> Void) {
    change { state in
      let wasOpen = state.isOpen
      open(&state)
      guard !state.isCancelled else { return .nothing }
      if state.isAttached { state.isDropping = false }
      let now = scheduler.nowNanoseconds
      guard reopen(&state, wasOpen: wasOpen, at: now) else { return .nothing }
      return arrange(&state, at: now, .other)
    }
  }

  /// Hears what has come while nothing was delivered. Returns whether that is over.
  private func reopen(_ state: inout State, wasOpen: Bool, at now: UInt64) -> Bool {
    guard state.isOpen, !wasOpen else {
      if !state.isOpen {
        setWakeAt(state.nextCount)
        setTimer(&state, due: .max)
      }
      return false
    }
    hear(&state, at: now)
    if state.heard > 0 { state.bound = now }
    return true
  }

  /// What was counted so far.
  var counts: DeliveryCounts {
    locked { state in
      var counts = state.counts
      counts.submissions += pending.submissions()
      return counts
    }
  }

  /// From now on submissions and deliveries go into `buffers`; nil for no longer.
  func record(in buffers: DeliveryRecording?) {
    recording.withLock { $0 = buffers }
    isRecording.store(buffers != nil, ordering: .relaxed)
    change { arrangeAnew(&$0) }
  }

  private func record(row: (Int, RecordedKind)?) {
    let now = scheduler.nowNanoseconds
    recording.withLock { $0 }?.submitted(at: now, row: row)
  }

  /// Gives the policy other settings. The old one ends outside the lock, for it may call out.
  func setPolicy<Policy: DeliveryPolicy>(_ policy: Policy) {
    var old: (any DeliveryPolicy)?
    change { state in
      old = state.policy
      var new = policy
      let isSame = (old as? Policy).map { new.inherit(from: $0) } ?? false
      if !isSame {
        // It did not begin what is under way, and has to hear of everything: what waits has waited since
        // its oldest came.
        state.epoch += 1
        if state.heard > 0 { new.heard(1, at: state.oldest) }
        state.heard = min(state.heard, 1)
      }
      state.policy = new
      let wasNoting = isNoting.exchange(policy.notesEverySubmission, ordering: .relaxed)
      if !wasNoting { newest.note(nanoseconds: scheduler.nowNanoseconds) }
      return arrangeAnew(&state)
    }
    withExtendedLifetime(old) {}
  }

  /// Lets the policy forget the last delivery.
  func reset() {
    change { state in
      state.policy.reset()
      return arrangeAnew(&state)
    }
  }

  /// What waits is due at another time than the timer was set for, perhaps a later one.
  private func arrangeAnew(_ state: inout State) -> Step {
    guard !state.isCancelled else { return .nothing }
    let now = scheduler.nowNanoseconds
    setTimer(&state, due: .max)
    hear(&state, at: now)
    return arrange(&state, at: now, .other)
  }

  /// Drops what waits. Emptied outside the lock, for what is dropped may call out; whatever is heard
  /// of meanwhile has its timer or its hop, which finds the store empty.
  func cancelPending() {
    let waiters = locked { state in
      guard !state.isCancelled else { return [Waiter]() }
      dropPending(&state)
      if state.isOpen { setWakeAt(1) }
      setTimer(&state, due: .max)
      // A delivery that is under way is waited for, and nothing after it.
      guard state.isDelivering else { return state.takeWaiters() }
      for id in state.waiters.keys { state.waiters[id]?.delivery = state.number }
      return []
    }
    change { _ in .discard }
    waiters.forEach { $0.resume() }
  }

  /// Ends it all.
  func cancel() {
    let (waiters, task) = state.withLockSoon { state in
      state.isCancelled = true
      state.isDropping = true
      // The end of a pause would set the timer.
      state.pauses = [:]
      setWakeAt(.min)
      setTimer(&state, due: .max)
      return (state.takeWaiters(), state.task)
    }
    task?.cancel()
    finish(Rest(step: .discard, waiters: waiters))
    pending.releaseHandler(on: scheduler)
  }

  /// Returns when all that was submitted before has been delivered, or was dropped.
  func delivered() async {
    let id = locked { $0.makeWaiterID() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let isWaiting = locked { state in
          let waits = pending.submissions() > 0
          guard !state.isCancelled, !Task.isCancelled, waits || state.isDelivering else {
            return false
          }
          state.waiters[id] = (waits ? state.number + 1 : state.number, waiter)
          return true
        }
        if !isWaiting { waiter.resume() }
      }
    } onCancel: {
      locked { $0.waiters.removeValue(forKey: id) }?.waiter.resume()
    }
  }
}

/// Looking, under the lock, at what has come and what is due.
extension DeliveryEngine {
  /// Lets the policy hear what was submitted since the last time, and says when to hear it again.
  private func hear(_ state: inout State, at now: UInt64, isLook: Bool = false) {
    // Each submission empties the store then, and `nextCount` would have the loop go on for ever.
    guard !state.isDropping else { return }
    var count = pending.submissions()
    repeat {
      if count > state.heard {
        state.oldest = min(state.oldest, now)
        let more = count - state.heard
        if isLook { state.policy.looked(more, at: now) } else { state.policy.heard(more, at: now) }
      } else if count == 0, state.heard > 0 {
        // Merged, they cancelled out.
        dropPending(&state)
      }
      state.heard = count
      setWakeAt(state.nextCount)
      count = pending.submissions()
    } while count >= state.nextCount && state.nextCount < .max
  }

  /// What is to be done for what waits. Sets the timer where that is not due yet.
  private func arrange(_ state: inout State, at now: UInt64, _ place: Place) -> Step {
    guard state.mayArrange else { return urgent(state) }
    guard state.heard > 0 else {
      setTimer(&state, due: .max)
      return .nothing
    }
    guard isDue(&state, at: now, place) else { return .nothing }
    if place == .submission, mayDeliverInSubmit, state.policy.deliversInSubmit,
      state.bound > now, !state.isDelivering, scheduler.isMain
    {
      return .deliver
    }
    let takesTurns = group != nil || frames != nil
    guard place == .submission || place == .other || (takesTurns && place != .hop) else {
      return .deliver
    }
    state.isPosted = true
    setWakeAt(.max)
    return .post(by: state.bound)
  }

  /// Whether what waits is due. If not, sets the timer for it.
  private func isDue(_ state: inout State, at now: UInt64, _ place: Place) -> Bool {
    if isNoting.load(ordering: .relaxed) { state.policy.noted(newest: newest.nanoseconds) }
    guard min(state.policy.due, state.bound) > now else { return true }
    if place == .timer || place == .hop { state.policy.foundNothingDue(at: now) }
    setTimer(&state, due: min(state.policy.due, state.bound))
    return false
  }

  /// A bound cannot wait for a place in the group that was taken before.
  private func urgent(_ state: State) -> Step {
    guard group != nil, state.isPosted, state.bound < .max else { return .nothing }
    return .post(by: state.bound)
  }

  /// Sets the timer for `due`, or to not fire where that is never. Under the lock, so that two callers
  /// cannot leave the older deadline behind; the timer calls nothing back from here. One that is set
  /// too early looks, and is set again; one that is set late enough for what is due is left alone.
  /// A pause that ends by itself needs the timer, too.
  private func setTimer(_ state: inout State, due: UInt64) {
    let due = min(due, state.pauseEnd)
    guard due < .max else {
      if state.timer != nil { timer.disarm() }
      return state.timer = nil
    }
    let latest = min(
      due.adding(orNever: max(Self.toleranceNanoseconds, leeway)), max(due, state.bound))
    if let set = state.timer, set.latest <= latest { return }
    let leeway = min(leeway, max(due, state.bound) - due)
    state.timer = (due, due.adding(orNever: leeway))
    timer.schedule(deadlineNanoseconds: due, leewayNanoseconds: leeway)
  }

  /// Forgets what waits, because it was dropped or has cancelled out.
  private func dropPending(_ state: inout State) {
    state.forgetPending()
    state.policy.dropped()
  }

  private func setWakeAt(_ count: Int) {
    threshold.store(count, ordering: .relaxed)
    let callsAlways = isNoting.load(ordering: .relaxed) || isRecording.load(ordering: .relaxed)
    wakeAt.store(callsAlways ? min(count, 1) : count, ordering: .relaxed)
  }
}

/// Delivering. On main.
extension DeliveryEngine {
  /// Looks what is due, and delivers it. Returns whether anything was delivered.
  @discardableResult
  func look(_ place: Place) -> Bool {
    var isDue = false
    change { state in
      if place == .hop { state.isPosted = false }
      if place == .timer { state.timer = nil }
      guard !state.isCancelled else { return .nothing }
      let now = scheduler.nowNanoseconds
      let wasPaused = !state.pauses.isEmpty
      if wasPaused {
        state.endPauses(at: now)
        guard state.isOpen else {
          setTimer(&state, due: .max)
          return .nothing
        }
      }
      hear(&state, at: now, isLook: true)
      if wasPaused, state.heard > 0 { state.bound = now }
      let step = arrange(&state, at: now, place)
      guard case .deliver = step else { return step }
      isDue = true
      return .nothing
    }
    return isDue && deliver()
  }

  /// Makes a delivery of what waits, unless one is under way. Returns whether there was one.
  @discardableResult
  func deliver() -> Bool {
    // Not under the lock: this may be the last to hold the target.
    if !pending.findsReceiver() {
      detach()
      attachIfSetMeanwhile()
    }
    let (begun, waiters) = locked { (begin(&$0), waitersForNothing(&$0)) }
    waiters.forEach { $0.resume() }
    guard let begun else { return false }
    recording.withLock { $0 }?.delivered(at: begun.start)
    switch pending.call() {
    case .returned: end(begun, .returned)
    case .missed: end(begun, .missed)
    case .handsOver(let start):
      if !start({ [weak self] in self?.end(begun, .handedOver) }) { end(begun, .missed) }
    case .goesOn(let start):
      let main = ThreadTime.now
      let task = start { [weak self] in self?.end(begun, .suspended(since: main)) }
      let (isCancelled, obsolete) = locked { state in
        if state.isDelivering, state.number == begun.number { state.task = task }
        return (state.isCancelled, state.obsolete)
      }
      obsolete?.cancel()
      if isCancelled { task.cancel() }
    }
    return true
  }

  private func begin(_ state: inout State) -> Begun? {
    guard state.isOpen, !state.isDelivering else { return nil }
    let now = scheduler.nowNanoseconds
    hear(&state, at: now, isLook: true)
    setWakeAt(1)
    let taken = pending.take()
    let oldest = state.oldest
    state.forgetPending()
    setTimer(&state, due: .max)
    guard taken > 0 else {
      state.policy.dropped()
      return nil
    }
    state.policy.began(at: now)
    state.counts.began(submissions: taken, waited: now - min(now, oldest))
    return state.begin(at: now)
  }

  /// How a handler came to its end.
  private enum Ending {
    /// It returned.
    case returned
    /// There was no target any more.
    case missed
    /// An asynchronous one that main began at that time of its thread.
    case suspended(since: ThreadTime)
    /// A consumer asked for the next.
    case handedOver
  }

  /// The handler is done with a delivery. On main, but for a consumer.
  private func end(_ begun: Begun, _ ending: Ending) {
    let now = scheduler.nowNanoseconds
    let elapsed = now - min(now, begun.start)
    var hasLayout = scheduler.isMainActor
    var taken = elapsed
    switch ending {
    case .returned: break
    case .missed: (taken, hasLayout) = (0, false)
    case .suspended(let start): taken = min(elapsed, start.elapsed ?? elapsed)
    case .handedOver: hasLayout = false
    }
    let unsettled = Unsettled(begun: begun, end: now, mainNanoseconds: taken)
    let (rest, needsSettling): (Rest, Bool) = state.withLockSoon { state in
      var waiters: [Waiter] = []
      if case .missed = ending {
        state.isDelivering = false
        detach(&state)
      } else {
        waiters = state.end(begun)
        state.counts.ended(mainNanoseconds: taken)
      }
      var needsSettling = begun.isTimed && hasLayout
      if needsSettling {
        needsSettling = state.waits(for: unsettled)
      } else if begun.isTimed {
        state.settle(unsettled, layoutNanoseconds: 0)
      }
      guard !state.isBusy, !state.isDropping else {
        return (Rest(step: state.isDropping ? .discard : .nothing, waiters: waiters), needsSettling)
      }
      let now = scheduler.nowNanoseconds
      hear(&state, at: now)
      var rest = remainder(&state, arrange(&state, at: now, .other))
      rest.waiters += waiters
      return (rest, needsSettling)
    }
    switch ending {
    case .suspended, .handedOver:
      group?.bill(DeliveryTiming(start: begun.start, end: now, mainNanoseconds: taken))
    case .returned, .missed: break
    }
    if begun.isTimed, hasLayout {
      var settle: (@Sendable (MainTurns.Turn) -> Void)?
      if needsSettling { settle = { [weak self] in self?.settle($0) } }
      scheduler.turns.deliveryEnded(on: scheduler, settle)
    }
    finish(rest)
    if case .missed = ending { attachIfSetMeanwhile() }
  }

  /// A consumer attaches on any thread: it may have done so just before this engine detached.
  private func attachIfSetMeanwhile() {
    if pending.hasReceiver { resume { $0.isAttached = true } }
  }

  /// Lets the policy hear of work that a delivery has started and not waited for.
  func bill(_ timing: DeliveryTiming) {
    change { state in
      state.policy.ended(timing)
      return state.isOpen && !state.isBusy ? arrangeAnew(&state) : .nothing
    }
  }

  /// Runs behind the layout commit of a delivery.
  private func settle(_ turn: MainTurns.Turn) {
    locked { state in
      guard let unsettled = state.unsettled else { return }
      state.unsettled = nil
      let isLast = state.number == unsettled.begun.number
      let layout = isLast ? turn.layoutNanoseconds(handlerEnd: unsettled.end) : nil
      state.settle(unsettled, layoutNanoseconds: layout)
    }
    look(.settle)
  }
}

extension DeliveryEngine {
  /// What the engine knows; touched under its lock alone.
  struct State {
    var policy: any DeliveryPolicy
    /// How many of the submissions that wait the policy has heard of. While this is more than 0 and
    /// something may be delivered, a timer, a hop, or the end of a delivery is to come.
    var heard = 0
    /// When the policy heard of the oldest of them; `.max` where none waits.
    var oldest = UInt64.max
    /// When what waits has to be delivered whatever the policy says; `.max` for no such time.
    var bound = UInt64.max
    /// What the timer is set for, and when it fires at the latest; nil once it has fired.
    var timer: (deadline: UInt64, latest: UInt64)?
    /// A hop to main is on its way, or a place in the group is taken.
    var isPosted = false
    /// A handler is being called, or goes on in `task`.
    var isDelivering = false
    /// From the start of a delivery that is timed until it has settled.
    var isBusy = false
    /// The newest delivery that is over and has not settled; a hop is on its way, behind which it will.
    var unsettled: Unsettled?
    /// There is somebody to deliver to.
    var isAttached = false
    /// When each pause ends by itself, by its reason; `.max` for never.
    var pauses: [String: UInt64] = [:]
    var isCancelled = false
    /// What is submitted is dropped.
    var isDropping = false
    /// Whatever comes cancels what is in flight.
    var cancelsInFlight = false
    var counts = DeliveryCounts()
    /// Deliveries so far.
    var number = 0
    /// How often another policy took the place of one without going on where that was.
    var epoch = 0
    var task: Task<Void, Never>?
    /// Who waits for which delivery, by a number of their own.
    var waiters: [Int: (delivery: Int, waiter: Waiter)] = [:]
    private var waiterIDs = 0

    init(policy: any DeliveryPolicy) { self.policy = policy }
  }

  /// A delivery under way.
  struct Begun: Sendable {
    let number: Int
    let start: UInt64
    let isTimed: Bool
    let epoch: Int
  }

  /// A delivery that is over, but not its layout commit.
  struct Unsettled: Sendable {
    let begun: Begun
    let end: UInt64
    let mainNanoseconds: UInt64
  }
}

extension DeliveryEngine.State {
  /// Whether anything may be delivered.
  var isOpen: Bool { isAttached && pauses.isEmpty && !isCancelled }

  /// When the next pause ends by itself; `.max` for never.
  var pauseEnd: UInt64 { pauses.isEmpty ? .max : pauses.values.min() ?? .max }

  mutating func endPauses(at now: UInt64) { pauses = pauses.filter { $0.value > now } }

  /// Nothing waits any more.
  mutating func forgetPending() { (heard, oldest, bound) = (0, .max, .max) }

  /// The task in flight, if a newer update has come that should cancel it.
  var obsolete: Task<Void, Never>? { cancelsInFlight && heard > 0 ? task : nil }

  /// Whether a timer or a hop is of use.
  var mayArrange: Bool { isOpen && !isBusy && !isPosted }

  /// With how many submissions waiting the next one must call.
  var nextCount: Int {
    if isDropping { return .min }
    if isPosted || !isOpen { return .max }
    guard heard < .max else { return .max }
    return heard == 0 ? 1 : max(heard + 1, policy.nextCount(after: heard))
  }

  mutating func begin(at now: UInt64) -> DeliveryEngine.Begun {
    isDelivering = true
    isBusy = policy.timesDeliveries
    number += 1
    return DeliveryEngine.Begun(number: number, start: now, isTimed: isBusy, epoch: epoch)
  }

  /// Returns what waited for this delivery.
  mutating func end(_ begun: DeliveryEngine.Begun) -> [Waiter] {
    isDelivering = false
    task = nil
    return takeWaiters { $0 <= begun.number }
  }

  /// A delivery waits until main has come behind its layout commit. Returns whether that has to be
  /// asked for: once is enough for all deliveries of a turn, of which only the newest can settle.
  mutating func waits(for newest: DeliveryEngine.Unsettled) -> Bool {
    defer { unsettled = newest }
    guard let earlier = unsettled else { return true }
    settle(earlier, layoutNanoseconds: nil)
    return false
  }

  /// Another policy would learn what it never began.
  mutating func settle(_ over: DeliveryEngine.Unsettled, layoutNanoseconds layout: UInt64?) {
    if number == over.begun.number { isBusy = false }
    counts.ended(mainNanoseconds: layout ?? 0)
    guard epoch == over.begun.epoch else { return }
    policy.ended(
      DeliveryTiming(
        start: over.begun.start, end: over.end, mainNanoseconds: over.mainNanoseconds,
        layoutNanoseconds: layout))
  }

  mutating func takeWaiters(_ isServed: (Int) -> Bool = { _ in true }) -> [Waiter] {
    guard !waiters.isEmpty else { return [] }
    let served = waiters.filter { isServed($0.value.delivery) }
    for id in served.keys { waiters.removeValue(forKey: id) }
    return served.values.map(\.waiter)
  }

  mutating func makeWaiterID() -> Int {
    waiterIDs += 1
    return waiterIDs
  }
}
