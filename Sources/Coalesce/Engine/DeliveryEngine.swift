/// Decides when pending updates are delivered: the part of a coalescer that does not know the type of its updates.
///
/// Each event has one method: ``arrive(_:)`` for a submission, ``deliverIfDue(_:)`` for a timer or a turn of the main
/// thread, and one for each call by the app. The method takes the lock, reads how much was submitted, changes ``State``
/// and collects ``Actions`` to perform once the lock is released.
/// A submission never waits for the engine's lock: it merges, and calls ``arrive(_:)`` only if ``wakeAt`` or more are pending.
///
/// Four rules keep an update from being stranded:
/// 1. After `wakeAt` is stored, the number of submissions is read again, by a read-modify-write: either this read sees
///    a concurrent submission, or that submission sees the new `wakeAt`.
/// 2. A delivery sets `wakeAt` to 1 before it empties the store, so that every later submission calls the engine.
///    `wakeAt` is `.max` only while no delivery is allowed or a dispatch, a timer or a delivery's end is still to come.
/// 3. While updates are dropped (after a cancel or without a target), each submission makes the engine empty the store.
/// 4. A submission that finds the lock taken sets a flag and tries again once; the lock's holder checks the flag after
///   releasing the lock. So a submission waits only for the store's lock, at most for as long as a merge takes.
///
/// Thread safety: every member may be used from any thread unless it says that it belongs to the main thread.
@usableFromInline
final class DeliveryEngine: Sendable {
  @usableFromInline let wakeAt = Atomic<Int>(.max)
  /// The number of pending submissions at which the engine reads them; `wakeAt` may be lower, to note each one's time.
  private let threshold = Atomic<Int>(.max)
  private let notesTimes: Atomic<Bool>
  /// The time of the newest submission, if they are noted, to within a microsecond, so that submissions do not contend.
  private let newest = Atomic<UInt64>(0)
  /// The earliest bound of the submissions that have not been read yet; `.max` if there is no bound.
  private let bound = Atomic<UInt64>(.max)
  private let recording = Locked<DeliveryRecording?>(nil)
  let isRecording = Atomic<Bool>(false)

  let scheduler: any UpdateScheduler
  let outbox: any Deliverable
  private let timer: any UpdateTimer
  private let frames: (any FrameSource)?
  /// Whether there is a frame source. Comparing `frames` with nil copied it, which took 140 instructions.
  private let hasFrames: Bool
  private let isPacer: Bool
  /// Whether there is neither a group nor a frame source, so that the main thread's account may be shared.
  private let mayShare: Bool
  /// Whether updates are dropped once a target is gone. Updates before the first target are kept.
  let dropsUndeliverable: Bool
  private let hasLockedOut = Atomic<Bool>(false)
  /// Whether a block is posted to the main thread for submissions that arrive too fast for the lock's holder.
  private let isCatchingUp = Atomic<Bool>(false)
  private let state: Locked<State>
  let own = Reference()

  /// A timer set too late by at most this much is left alone, because setting it again takes a microsecond. 50 µs is
  /// about the time of a dispatch, which every timer waits for anyway.
  private static var toleranceNanoseconds: UInt64 { 50_000 }

  /// How long a delivery waits for a frame, in nanoseconds.
  private static var longestFrame: UInt64 { 100_000_000 }

  init(
    _ policy: some EnginePolicy, outbox: any Deliverable, place: DeliveryPlace,
    dropsUndeliverable: Bool = false
  ) {
    self.outbox = outbox
    scheduler = place.scheduler
    frames = place.frames
    hasFrames = place.frames != nil
    self.dropsUndeliverable = dropsUndeliverable
    isPacer = place.isPacer
    mayShare = place.group == nil && !hasFrames && !isPacer
    let shared = mayShare ? Self.sharedGroup(policy, scheduler) : nil
    state = Locked(State(policy: policy, group: place.group ?? shared))
    timer = scheduler.makeTimer()
    notesTimes = Atomic(policy.notesEverySubmission)
    own.engine = self
    timer.setHandler { [own] in own.engine?.deliverIfDue(.timer) }
  }

  deinit {
    outbox.releaseHandler()
    // No waiters are left, because waiters retain the engine. A task that newer updates may cancel is no longer needed.
    state.withLock { $0.cancellable }?.flight.task?.cancel()
  }

  /// The key of `policy`; nil if a group or a frame source also decides, unless the policy `sharesMainThread`.
  private func key(of policy: any EnginePolicy) -> String? {
    mayShare || policy.sharesMainThread ? policy.key : nil
  }

  private static func sharedGroup(
    _ policy: some EnginePolicy, _ scheduler: any UpdateScheduler
  ) -> CoalescerGroup? {
    policy.sharesMainThread ? scheduler.turns.sharedGroup(scheduler) : nil
  }

  /// Whether deliveries wait for a turn of the group or for a frame.
  private func takesTurns(_ state: State) -> Bool { state.turns != nil || hasFrames }
}

extension DeliveryEngine {
  /// Called by a submission that finds `count` pending, itself included, if `count` is at least ``wakeAt``.
  @usableFromInline
  func arrive(_ count: Int) {
    note()
    if count >= threshold.load(ordering: .relaxed) { handleSubmission() }
  }

  func arrive(within nanoseconds: UInt64) {
    note()
    // Set after the merge. If a delivery has already taken the update, the next delivery may start earlier than needed.
    bound.min(scheduler.nowNanoseconds.adding(orNever: nanoseconds))
    handleSubmission()
  }

  private func note() {
    recorder?.submitted(at: scheduler.nowNanoseconds)
    if notesTimes.load(ordering: .relaxed) { noteTime() }
  }

  private func noteTime() {
    let now = scheduler.nowNanoseconds
    if now > newest.load(ordering: .relaxed) &+ 1_000 { newest.max(now) }
  }

  /// Not inlined, so that a submission that only notes its time need not save registers for this call.
  @inline(never)
  private func handleSubmission() {
    // Never block here: waking a waiter costs the main thread more than the work itself.
    if handleIfUnlocked(for: .submission) || flagAndRetry() { handleLockedOut() }
  }

  /// Flags submissions for the lock's holder, then tries the lock again. Returns whether the lock was free and
  /// they were handled. In the other order, the holder could miss the flag while this call misses the lock's release.
  private func flagAndRetry() -> Bool {
    _ = hasLockedOut.exchange(true, ordering: .acquiringAndReleasing)
    return handleIfUnlocked(for: .elsewhere)
  }

  /// Reads submissions and schedules their delivery; if another thread has the lock, only returns false.
  private func handleIfUnlocked(for caller: Caller) -> Bool {
    let actions = state.withLockIfFree { state in
      var actions = Actions()
      // The clock is read under the lock, so that times never go back.
      actions.delivers = readAndSchedule(&state, for: caller, &actions)
      answerWaitersIfEmpty(&state, &actions)
      return actions
    }
    guard let actions else { return false }
    perform(actions)
    return true
  }

  /// Runs `body` under the lock, then its actions outside it, then handles submissions that found the lock taken.
  @discardableResult
  func access<Result>(_ body: (inout State, inout Actions) -> Result) -> Result {
    var actions = Actions()
    let result = state.withLockSoon { state in
      defer { answerWaitersIfEmpty(&state, &actions) }
      return body(&state, &actions)
    }
    perform(actions)
    handleLockedOut()
    return result
  }

  /// Handles submissions that found the lock taken. Called after releasing the lock: both sides exchange the same flag,
  /// so either this call sees it set, or the submission finds the lock free.
  private func handleLockedOut() {
    for _ in 0..<2 {
      guard hasLockedOut.exchange(false, ordering: .acquiringAndReleasing) else { return }
      guard handleIfUnlocked(for: .elsewhere) || flagAndRetry() else { return }
    }
    // Submissions arrive faster than this thread handles them. Leave them to a later pass: this may be the main thread.
    guard hasLockedOut.load(ordering: .acquiring),
      !isCatchingUp.exchange(true, ordering: .acquiringAndReleasing)
    else { return }
    scheduler.onMain { [own] in
      own.engine?.isCatchingUp.store(false, ordering: .releasing)
      own.engine?.deliverIfDue(.main)
    }
  }

  private func perform(_ actions: Actions) {
    // Checked first, because looping over an empty array took longer than everything else here.
    if !actions.answers.isEmpty {
      for (answer, outcome) in actions.answers { answer.give(outcome) }
    }
    actions.taskToCancel?.cancel()
    if let payer = actions.payer {
      if let (cost, charged, start) = actions.settled {
        payer.settle(cost, charged: charged, since: start)
      }
      if actions.charge > 0 { payer.charge(actions.charge) }
    }
    if let (turns, cost) = actions.posts { post(turns, cost) }
    if actions.delivers { deliver() }
  }

  private func post(_ turns: GroupTurns?, _ cost: UInt64) {
    if let turns { return turns.enqueue(self, cost: cost) }
    let work: @Sendable () -> Void = { [own] in own.engine?.deliverIfDue(.turn) }
    if let frames { frames.onNextFrame(work) } else { scheduler.onMain(work) }
  }

  private func answerWaitersIfEmpty(_ state: inout State, _ actions: inout Actions) {
    guard !state.waiters.isEmpty, !state.isDelivering, outbox.isEmpty else { return }
    actions.answers += state.takeWaiters(nil)
  }
}

extension DeliveryEngine {
  enum Caller {
    case submission
    /// The main thread, when a delivery's block runs: from a dispatch, as a turn of the group, or in a frame.
    case turn
    case timer
    /// The main thread, in a block that was not posted for a delivery.
    case main
    /// Any other caller: what is due is delivered in a later pass.
    case elsewhere
  }

  /// Reads what was submitted, and schedules its delivery or drops it. Returns whether the caller has to deliver now.
  @discardableResult
  func readAndSchedule(
    _ state: inout State, at now: UInt64? = nil, for caller: Caller = .elsewhere,
    _ actions: inout Actions
  ) -> Bool {
    guard !state.isDropping else {
      let (dropped, content) = outbox.discard()
      state.statistics.drop(dropped)
      if let content { actions.dropped.append(content) }
      return false
    }
    let now = now ?? scheduler.nowNanoseconds
    // The main thread does not know when the submissions that it finds were made.
    let isLate = caller != .submission && caller != .elsewhere
    let isAllRead = readSubmissions(&state, at: now, isLate: isLate)
    return schedule(&state, at: now, for: caller, isAllRead: isAllRead, &actions)
  }

  /// Tells the policy how many submissions are new. Sets `wakeAt`. Returns false if some are still unread.
  @discardableResult
  func readSubmissions(_ state: inout State, at now: UInt64, isLate: Bool = false) -> Bool {
    // Read again if submissions were made before `wakeAt` was set. Reading until none is left might never end.
    for _ in 0..<2 {
      let count = outbox.submissions()
      if count > state.waiting.heardCount {
        state.waiting.oldest = min(state.waiting.oldest, now)
        let more = count - state.waiting.heardCount
        if isLate {
          state.policy.didHearLate(more, at: now)
        } else {
          state.policy.didHear(more, at: now)
        }
      } else if count == 0, state.waiting.oldest < .max {
        // The pending updates cancelled each other out.
        state.forgetWaiting()
      }
      state.waiting.heardCount = count
      if bound.load(ordering: .relaxed) < .max {
        let bound = bound.exchange(.max, ordering: .acquiringAndReleasing)
        // The bound's update was merged first: if nothing is pending now, that update was delivered, or empty.
        if outbox.submissions() > 0 {
          state.waiting.bound = min(state.waiting.bound, bound)
          if state.portion != nil { state.waiting.promise(bound, ofFirst: outbox.count) }
        }
      }
      let nextCount = setWakeAt(state)
      guard nextCount < .max, outbox.submissions() >= nextCount else { return true }
    }
    return false
  }

  @discardableResult
  private func setWakeAt(_ state: State) -> Int {
    let nextCount = state.nextCount
    // While there are waiters, every submission calls the engine, because updates that cancel out end the wait, too.
    setWakeAt(state.waiters.isEmpty ? nextCount : min(nextCount, 0))
    return nextCount
  }

  private func setWakeAt(_ count: Int) {
    threshold.store(count, ordering: .relaxed)
    let callsAlways = notesTimes.load(ordering: .relaxed) || isRecording.load(ordering: .relaxed)
    wakeAt.store(callsAlways ? min(count, 1) : count, ordering: .relaxed)
  }

  /// Schedules the next delivery; returns whether the caller makes it. Unless `isAllRead`, a later pass reads again.
  private func schedule(
    _ state: inout State, at now: UInt64, for caller: Caller, isAllRead: Bool,
    _ actions: inout Actions
  ) -> Bool {
    guard state.isOpen else {
      setTimer(&state, due: .max)
      return false
    }
    if let (delivery, flight) = state.cancellable {
      if state.waiting.needsDelivery, isDue(&state, at: now, for: caller) {
        state.progress = .inFlight(delivery, flight, .superseded)
        actions.taskToCancel = flight.task
      }
      return false
    }
    guard !state.isBusy else { return false }
    if state.isArranged { return scheduleBound(&state, at: now, for: caller) }
    guard state.waiting.needsDelivery else {
      setTimer(&state, due: .max)
      return false
    }
    if isDue(&state, at: now, for: caller) {
      if deliversNow(state, at: now, for: caller) { return true }
      // Bounds do not wait for a turn: the timer enforces them.
      if takesTurns(state), state.waiting.bound <= now {
        return scheduleBound(&state, at: now, for: caller)
      }
    } else if isAllRead {
      return false
    }
    // A display that sleeps has no frames.
    if hasFrames {
      state.waiting.bound = min(state.waiting.bound, now.adding(orNever: Self.longestFrame))
    }
    setWakeAt(.max)
    if !state.isPosted { actions.posts = (state.turns, state.cost.usualMost) }
    state.isPosted = true
    return scheduleBound(&state, at: now, for: caller)
  }

  /// Sets the timer for a bound, because the turn or frame may be later. Returns whether the bound's timer has fired.
  private func scheduleBound(_ state: inout State, at now: UInt64, for caller: Caller) -> Bool {
    guard takesTurns(state), state.waiting.needsDelivery, state.waiting.bound < .max else {
      return false
    }
    if caller == .timer, state.waiting.bound <= now { return true }
    setTimer(&state, due: state.waiting.bound)
    return false
  }

  private func deliversNow(_ state: State, at now: UInt64, for caller: Caller) -> Bool {
    switch caller {
    case .turn: true
    case .timer: !takesTurns(state) || state.waiting.bound <= now
    case .main: !takesTurns(state)
    case .submission:
      !isPacer && !takesTurns(state) && state.policy.deliversInSubmit && state.waiting.bound > now
        && scheduler.isMain
    case .elsewhere: false
    }
  }

  /// Returns whether what is pending is due. If not, sets the timer.
  private func isDue(_ state: inout State, at now: UInt64, for caller: Caller) -> Bool {
    if notesTimes.load(ordering: .relaxed) {
      state.policy.didNote(newest: newest.load(ordering: .relaxed))
    }
    var due = min(state.policy.due, state.waiting.bound)
    guard due > now, !state.waiting.isRequested else { return true }
    if caller == .timer || caller == .turn {
      // This call may change the policy's `due`.
      state.policy.didWakeInVain(at: now)
      due = min(state.policy.due, state.waiting.bound)
    }
    setTimer(&state, due: due)
    return false
  }

  /// Schedules the delivery again. Disarms the timer first, because the delivery may be due later than before.
  func reschedule(_ state: inout State, _ actions: inout Actions) {
    setTimer(&state, due: .max)
    readAndSchedule(&state, &actions)
  }

  /// Sets the timer for the earlier of `due` and a pause's end; disarms it if there is neither. Called under the lock,
  /// so that no caller overwrites an earlier deadline; calls no other code. A timer set for an earlier time is left
  /// alone, because its handler sets it again; so is one that is late by at most the tolerance but meets the bound.
  func setTimer(_ state: inout State, due: UInt64) {
    let due = min(due, state.pauseEnd)
    guard due < .max else {
      if state.timer != nil { timer.disarm() }
      return state.timer = nil
    }
    let latest = min(due.adding(orNever: Self.toleranceNanoseconds), max(due, state.waiting.bound))
    if let set = state.timer, set <= latest { return }
    state.timer = due
    timer.schedule(deadlineNanoseconds: due)
  }
}

extension DeliveryEngine {
  var isCancelled: Bool { access { state, _ in state.isCancelled } }

  /// Attaches a receiver. If `isOlderGone`, any previous target was released, which the engine may not know yet.
  func attach(isOlderGone: Bool, cancelsInFlight: Bool = false) {
    access { state, actions in
      guard !state.isCancelled else { return }
      if isOlderGone, let older = state.receiverNumber { detach(older, &state, &actions) }
      let isFirst = state.receiverNumber == nil
      state.receiver = .some(number: state.makeNumber(), cancelsInFlight: cancelsInFlight)
      if isFirst { resume(&state, &actions) }
    }
  }

  /// Detaches receiver `number`, which is gone. Pending updates wait for the next receiver, or are dropped.
  private func detach(_ number: Int, _ state: inout State, _ actions: inout Actions) {
    guard case .some(number, _) = state.receiver else { return }
    state.receiver = .none(dropsUpdates: dropsUndeliverable)
    if dropsUndeliverable { drop(&state, &actions) }
    setTimer(&state, due: .max)
    setWakeAt(state)
    // Waiters are answered now, because there may be no next receiver.
    actions.answers += state.takeWaiters(dropsUndeliverable ? .dropped : .noReceiver)
  }

  /// Begins a pause, which ends by itself after `longest` nanoseconds. Returns its number.
  func pause(atMost longest: UInt64) -> Int {
    access { state, _ in
      let number = state.makeNumber()
      guard !state.isCancelled else { return number }
      state.pauses[number] = scheduler.nowNanoseconds.adding(orNever: longest)
      setWakeAt(state)
      setTimer(&state, due: .max)
      return number
    }
  }

  func endPause(_ number: Int) {
    access { state, actions in
      guard state.pauses.removeValue(forKey: number) != nil else { return }
      resume(&state, &actions)
    }
  }

  private func drop(_ state: inout State, _ actions: inout Actions) {
    let (dropped, content) = outbox.discard()
    state.dropWaiting(dropped)
    if let content { actions.dropped.append(content) }
  }

  private func resume(_ state: inout State, _ actions: inout Actions) {
    guard state.isOpen else {
      setWakeAt(state)
      return setTimer(&state, due: .max)
    }
    if !outbox.isEmpty { state.waiting.isRequested = true }
    readAndSchedule(&state, &actions)
  }

  var statistics: DeliveryStatistics {
    var statistics = access { state, _ in state.statistics }
    statistics.submissions += outbox.submissions()
    return statistics
  }

  private var recorder: DeliveryRecording? {
    isRecording.load(ordering: .relaxed) ? recording.withLock { $0 } : nil
  }

  /// Records into `newer` from now on, in place of any earlier recording. Nil ends `older`, unless it has been replaced.
  func record(in newer: DeliveryRecording?, insteadOf older: DeliveryRecording? = nil) {
    access { state, actions in
      guard newer != nil || recording.withLock({ $0 === older }) else { return }
      newer?.paced(by: key(of: state.policy))
      recording.withLock { $0 = newer }
      isRecording.store(newer != nil, ordering: .relaxed)
      reschedule(&state, &actions)
    }
  }

  func setPortion(_ portion: PortionSize?) { access { state, _ in state.portion = portion } }

  var takesPortions: Bool { access { state, _ in state.portion != nil } }

  var givenPolicy: any EnginePolicy { access { state, _ in state.givenPolicy } }

  /// Replaces the policy. While the view is hidden, the new policy is kept until the view is shown again.
  func setPolicy(_ policy: some EnginePolicy) {
    let (isHidden, old) = access { state, _ in
      defer { state.givenPolicy = policy }
      return (state.isHidden, state.givenPolicy)
    }
    if !isHidden { follow(policy) }
    withExtendedLifetime(old) {}
  }

  /// Follows `policy` while the view is hidden. Nil: the view is shown again, and pending updates are due at once.
  func hide(_ policy: (any EnginePolicy)?) {
    let (wasHidden, given) = access { state, _ in
      defer { state.isHidden = policy != nil }
      return (state.isHidden, state.givenPolicy)
    }
    if let policy { return follow(policy) }
    guard wasHidden else { return }
    follow(given)
    access { state, actions in resume(&state, &actions) }
  }

  /// Follows another policy, and enters or leaves the main thread's account. The old policy and group are released
  /// outside the lock, because their deinit may call other code.
  private func follow<Policy: EnginePolicy>(_ policy: Policy) {
    let shared = mayShare ? Self.sharedGroup(policy, scheduler) : nil
    let old = access { state, actions in
      let old = (policy: state.policy, group: state.group)
      if mayShare, shared !== old.group {
        state.group = shared
        // The turn that was requested may come too late, or never.
        state.isPosted = false
      }
      var new = policy
      let isSame = (old.policy as? Policy).map { new.inherit(from: $0) } ?? false
      if !isSame {
        // The new policy did not begin the delivery under way, and knows nothing of what is pending.
        state.epoch += 1
        if state.waiting.heardCount > 0 { new.didHear(1, at: state.waiting.oldest) }
        state.waiting.heardCount = min(state.waiting.heardCount, 1)
      }
      state.policy = new
      recorder?.paced(by: key(of: new))
      let notedTimes = notesTimes.exchange(policy.notesEverySubmission, ordering: .relaxed)
      if !notedTimes { noteTime() }
      reschedule(&state, &actions)
      return old
    }
    withExtendedLifetime(old) {}
  }

  func resetTiming() {
    let turns = access { state, actions in
      state.policy.reset()
      reschedule(&state, &actions)
      return state.turns
    }
    turns?.resetTiming()
  }

  /// Schedules the next delivery again, because its policy's `due` may have become earlier.
  func reconsider() { access { state, actions in readAndSchedule(&state, &actions) } }

  /// Reports to a group's policy the cost of a delivery whose handler or loop continued after its turn.
  private func charge(_ timing: DeliveryTiming) {
    access { state, actions in
      state.policy.didDeliver(timing)
      reschedule(&state, &actions)
    }
  }

  /// Drops what is pending, and what is in flight if a newer update would cancel it. If a running handler throws, its
  /// update is not put back.
  func cancelPending() {
    access { state, actions in
      guard !state.isCancelled else { return }
      actions.taskToCancel = state.dropInFlight()
      if state.isDelivering { state.droppedDelivery = state.deliveryCount }
      drop(&state, &actions)
      setWakeAt(state)
      setTimer(&state, due: .max)
      // Waiters for the delivery under way keep waiting.
      let underWay = state.isDelivering ? state.deliveryCount : nil
      actions.answers += state.takeWaiters(.dropped) { $0.last != underWay }
    }
  }

  func cancel() {
    access { state, actions in
      state.receiver = .cancelled
      state.pauses = [:]
      setWakeAt(state)
      setTimer(&state, due: .max)
      actions.taskToCancel = state.inFlight?.flight.task
      // Dropped after `wakeAt` is set, so that every later submission calls the engine.
      drop(&state, &actions)
      actions.answers += state.takeWaiters(.cancelled)
    }
    outbox.releaseHandler()
  }

  nonisolated(nonsending) func delivered() async throws {
    let answer = Answer()
    // The waiter is registered before anything else runs, so that a handler that throws from now on counts.
    access { state, actions in
      if let outcome = immediateOutcome(&state, &actions) {
        return actions.answers.append((answer, outcome))
      }
      let number = outbox.isEmpty ? state.deliveryCount : state.deliveryCount + 1
      state.waiters[ObjectIdentifier(answer)] = Waiter(
        first: number, last: number, pending: state.portion == nil ? 0 : outbox.count,
        answer: answer)
      setWakeAt(state)
    }
    try await withTaskCancellationHandler {
      try await answer.wait()
    } onCancel: {
      access { state, actions in
        state.waiters[ObjectIdentifier(answer)] = nil
        actions.answers.append((answer, .failure(CancellationError())))
      }
    }
  }

  /// Whether the caller is the delivery in flight: its handler, a task made there, or the task of its loop.
  private func isOwnTask(_ state: State) -> Bool {
    guard let (delivery, flight) = state.inFlight else { return false }
    if let loop = flight.loopHash { return loop == withUnsafeCurrentTask { $0?.hashValue } }
    return Work.delivery == Work.Delivery(engine: ObjectIdentifier(self), number: delivery.number)
  }

  /// Why the caller cannot wait; nil if it can.
  private func refusal(_ state: State) -> (any Error)? {
    if Task.isCancelled { return CancellationError() }
    if state.isCancelled { return DeliveryError.cancelled }
    if isOwnTask(state) { return DeliveryError.insideDelivery }
    guard state.receiverNumber == nil else { return nil }
    if state.isDropping { return DeliveryError.dropped }
    return outbox.isEmpty ? nil : DeliveryError.noReceiver
  }

  /// Returns the outcome if it is known; nil if the caller has to wait. Requests a delivery of what was put back.
  private func immediateOutcome(_ state: inout State, _ actions: inout Actions) -> Outcome? {
    if let error = refusal(state) { return .failure(error) }
    guard !state.isDelivering else { return nil }
    guard !outbox.isEmpty else { return .success(()) }
    let now = scheduler.nowNanoseconds
    readSubmissions(&state, at: now)
    if !state.waiting.needsDelivery { state.waiting.isRequested = true }
    // Called in either case: a submission that was read above may have seen the new `wakeAt` and not called the engine.
    readAndSchedule(&state, at: now, &actions)
    return nil
  }
}

/// Makes deliveries, on the main thread. Only a delivery that continues elsewhere may end on another thread.
extension DeliveryEngine {
  @discardableResult
  func deliverIfDue(_ caller: Caller) -> Bool {
    let receiver = access { state, actions in
      if caller == .turn { (state.isPosted, state.isFrameLate) = (false, false) }
      if caller == .timer {
        state.timer = nil
        state.isFrameLate = hasFrames && state.isPosted
      }
      return receiverIfDue(&state, for: caller, &actions)
    }
    return deliver(to: receiver, inTurn: caller == .turn)
  }

  /// Ends pauses that are over and schedules what is pending. Returns the receiver's number if the caller must deliver.
  private func receiverIfDue(
    _ state: inout State, for caller: Caller, _ actions: inout Actions
  ) -> Int? {
    guard !state.isCancelled else { return nil }
    let now = scheduler.nowNanoseconds
    state.endPauses(at: now, isEmpty: outbox.isEmpty)
    return readAndSchedule(&state, at: now, for: caller, &actions) ? state.receiverNumber : nil
  }

  /// Delivers what is pending, unless a pause or another delivery is under way: a portion or, with `takesAll`,
  /// everything. Returns whether a delivery was made.
  @discardableResult
  func deliver(takesAll: Bool = false) -> Bool {
    deliver(to: access { state, _ in state.receiverNumber }, takesAll: takesAll)
  }

  @discardableResult
  private func deliver(
    to receiver: Int?, inTurn isTurn: Bool = false, takesAll: Bool = false
  ) -> Bool {
    guard let receiver else { return false }
    // Outside the lock, because the target may be released here.
    guard outbox.findReceiver() else {
      access { detach(receiver, &$0, &$1) }
      return false
    }
    guard let delivery = access({ begin(&$0, isTurn: isTurn, takesAll: takesAll, &$1) })
    else { return false }
    recorder?.delivered(at: delivery.start)
    switch outbox.call() {
    case .finished(let ending, let putBack):
      let took = ending.handlerRan ? elapsed(since: delivery.start) : 0
      end(delivery, ending, mainNanoseconds: took, putBack: putBack)
      return ending.handlerRan
    case .task(let work, let putBack):
      let id = Work.Delivery(engine: ObjectIdentifier(self), number: delivery.number)
      return startInFlight(delivery, ifGone: putBack, ifThrown: putBack) {
        DeliveryCall.Flight(task: work.start(id, $0))
      }
    case .loop(let start, let putBack):
      // A loop never fails; it must not keep the update that it works on.
      return startInFlight(delivery, ifGone: putBack, ifThrown: nil, start)
    }
  }

  private func begin(
    _ state: inout State, isTurn: Bool, takesAll: Bool, _ actions: inout Actions
  ) -> Delivery? {
    let now = scheduler.nowNanoseconds
    state.endPauses(at: now, isEmpty: outbox.isEmpty)
    guard state.isOpen, !state.isDelivering else { return nil }
    // The last delivery has not settled, so its layout commit is unknown.
    if case .settling(let ended) = state.progress {
      state.settle(ended, layoutNanoseconds: nil, &actions)
    }
    readSubmissions(&state, at: now, isLate: true)
    setWakeAt(1)
    state.portion?.willDeliver(at: now)
    let takesAll = takesAll || state.waiting.promised <= now
    let taken = outbox.take(takesAll ? nil : state.portion, at: now)
    setTimer(&state, due: .max)
    guard let taken else {
      state.forgetWaiting()
      return nil
    }
    return state.begin(taken, isTurn: isTurn, at: now, &actions)
  }

  /// Starts the part of a delivery that continues in a task or a loop. Returns false if its receiver is gone.
  private func startInFlight(
    _ delivery: Delivery, ifGone putBack: @escaping DeliveryCall.PutBack,
    ifThrown putBackIfThrown: DeliveryCall.PutBack?,
    _ start: @escaping (@escaping DeliveryCall.Finished) -> DeliveryCall.Flight?
  ) -> Bool {
    // A task on the main thread takes at most the CPU time that the thread uses meanwhile.
    let flight = scheduler.isMainActor ? scheduler.turns.beginFlight() : nil
    let turns = scheduler.turns
    let finished: DeliveryCall.Finished = { [own] ending in
      let computed = flight.map { turns.endFlight($0) } ?? .max
      guard let self = own.engine else { return }
      let taken = min(self.elapsed(since: delivery.start), computed)
      self.end(
        delivery, ending, mainNanoseconds: taken, putBack: putBackIfThrown, wasInFlight: true)
    }
    var wake: (@Sendable () -> Void)?
    // Under the lock, because the work may end at once and must find `progress` set.
    let isReceiverGone = access { state, actions in
      guard var started = start(finished) else { return true }
      wake = started.wake.take()
      state.progress = .inFlight(delivery, started, nil)
      if state.isCancelled { actions.taskToCancel = started.task }
      if state.cancellable != nil { readAndSchedule(&state, &actions) }
      return false
    }
    wake?()
    if isReceiverGone {
      if let flight { _ = scheduler.turns.endFlight(flight) }
      end(delivery, .receiverGone, mainNanoseconds: 0, putBack: putBack)
    }
    // Retain the loop's consumer until here, outside the lock: releasing it may end the delivery.
    withExtendedLifetime(start) {}
    return !isReceiverGone
  }

  /// Ends a delivery whose handler took `mainNanoseconds`. If it `wasInFlight`, the handler continued after its turn.
  private func end(
    _ delivery: Delivery, _ ending: DeliveryCall.Ending, mainNanoseconds: UInt64,
    putBack: DeliveryCall.PutBack?, wasInFlight: Bool = false
  ) {
    let now = scheduler.nowNanoseconds
    var interruption: Interruption?
    if wasInFlight || ending.isFailure {
      // Only such a delivery can have been interrupted. From here on, it cannot be.
      interruption = access { state, _ in
        defer { state.progress = .delivering(delivery) }
        return state.interruption
      }
    }
    // Outside the lock, because merging runs the app's code.
    if ending.isFailure, interruption != .dropped { putBack?() }
    let isLaidOut = scheduler.isMainActor && ending.handlerRan
    let settles = delivery.isTimed && isLaidOut
    // Work that continues off the main thread does not count.
    let counted = ending.handlerRan && (scheduler.isMainActor || !wasInFlight) ? mainNanoseconds : 0
    let ended = Unsettled(
      delivery: delivery, end: now, mainNanoseconds: mainNanoseconds,
      onMain: scheduler.isMainActor || !wasInFlight ? mainNanoseconds : 0)
    var turns: GroupTurns?
    access { state, actions in
      if wasInFlight, delivery.isTurn { turns = state.turns }
      switch ending {
      case .returned, .askedForNext:
        state.statistics.delivered(mainNanoseconds: counted)
        recorder?.ended(delivery.start, mainNanoseconds: counted, isFailed: false)
        if state.waiters.isEmpty { break }  // Usual, and faster than taking none.
        actions.answers += state.takeWaiters(nil) { $0.last <= delivery.number }
      case .receiverGone where interruption != .dropped:
        recorder?.ended(delivery.start, mainNanoseconds: counted, isFailed: true)
        state.putBack(delivery)
        detach(delivery.receiver, &state, &actions)
      case .receiverGone, .threw:
        state.statistics.took(mainNanoseconds: counted)
        recorder?.ended(delivery.start, mainNanoseconds: counted, isFailed: true)
        // If the rest were due now, it would be delivered behind the failed portion, and fail again.
        if delivery.rest > 0, interruption == nil {
          state.putBackRest(outbox.putBackRest(delivery.rest))
        }
        actions.answers += state.fail(delivery, interruption)
        // Nothing newer is left to wait for, and the failed update waits for the next submission.
        if interruption == nil, outbox.submissions() == 0 {
          actions.answers += state.takeWaiters(.handlerThrew)
        }
      }
      state.progress = .settling(ended)
      if interruption == .superseded { state.waiting.isRequested = true }
      if settles { return }
      state.settle(ended, layoutNanoseconds: 0, &actions)
      readAndSchedule(&state, &actions)
    }
    if let turns, !turns.keepsAccount {
      turns.pacer.engine.charge(
        DeliveryTiming(start: delivery.start, end: now, mainNanoseconds: mainNanoseconds))
    }
    let recording = isLaidOut ? recorder : nil
    guard settles || recording != nil else { return }
    scheduler.turns.deliveryEnded(
      on: scheduler,
      MainTurns.Delivery(
        own: settles ? own : nil, number: delivery.number, isPacer: isPacer, recorder: recording,
        start: delivery.start, end: now))
  }

  /// Settles delivery `number` after its layout commit, and makes the next delivery if that is due.
  func settle(_ number: Int, _ turn: MainTurns.Turn) {
    let receiver = access { state, actions in
      if case .settling(let ended) = state.progress, ended.delivery.number == number {
        let layout = turn.layoutNanoseconds(handlerEnd: ended.end)
        if layout == nil { state.statistics.took(mainNanoseconds: turn.usualNanoseconds) }
        state.settle(ended, layoutNanoseconds: layout, &actions)
      }
      return receiverIfDue(&state, for: .main, &actions)
    }
    deliver(to: receiver)
  }

  private func elapsed(since start: UInt64) -> UInt64 {
    let now = scheduler.nowNanoseconds
    return now - min(now, start)
  }
}

extension DeliveryEngine {
  /// A weak reference to an engine, for posted work. Made once for each engine, so that posting allocates nothing.
  final class Reference: @unchecked Sendable {
    // `@unchecked` is safe: written once, before the engine's `init` ends; a weak reference is read atomically.
    fileprivate(set) weak var engine: DeliveryEngine?
  }
}
