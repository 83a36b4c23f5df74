/// Looking, under the lock, at what has come and what is due.
extension DeliveryEngine {
  /// Lets the policy hear what was submitted since the last time, and says when to hear it again.
  func hear(_ state: inout State, at now: UInt64, isLook: Bool = false) {
    var count = pending.submissions()
    repeat {
      if count > state.heard {
        let more = count - state.heard
        if isLook { state.policy.looked(more, at: now) } else { state.policy.heard(more, at: now) }
      } else if count == 0, state.heard > 0 {
        // Merged, they cancelled out.
        state.policy.dropped()
        state.bound = .max
      }
      state.heard = count
      setWakeAt(state.nextCount)
      count = pending.submissions()
    } while count >= state.nextCount && state.nextCount < .max
  }

  /// What is to be done for what waits. Sets the timer where that is not due yet.
  func arrange(_ state: inout State, at now: UInt64, _ place: Place) -> Step {
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
    guard place == .submission || place == .other || (group != nil && place != .hop) else {
      return .deliver
    }
    state.isPosted = true
    setWakeAt(.max)
    return .post(by: state.bound)
  }

  /// Whether what waits is due. If not, sets the timer for it.
  func isDue(_ state: inout State, at now: UInt64, _ place: Place) -> Bool {
    if isNoting.load(ordering: .relaxed) { state.policy.noted(newest: newest.nanoseconds) }
    guard min(state.policy.due, state.bound) > now else { return true }
    if place == .timer || place == .hop { state.policy.foundNothingDue(at: now) }
    setTimer(&state, due: min(state.policy.due, state.bound))
    return false
  }

  /// A bound cannot wait for a place in the group that was taken before.
  func urgent(_ state: State) -> Step {
    guard group != nil, state.isPosted, state.bound < .max else { return .nothing }
    return .post(by: state.bound)
  }

  /// Sets the timer for `due`, or to not fire where that is never. Under the lock, so that two callers
  /// cannot leave the older deadline behind; the timer calls nothing back from here. One that is set
  /// too early looks, and is set again; one that is set late enough for what is due is left alone.
  func setTimer(_ state: inout State, due: UInt64) {
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

  func setWakeAt(_ count: Int) {
    threshold.store(count, ordering: .relaxed)
    wakeAt.store(isNoting.load(ordering: .relaxed) ? min(count, 1) : count, ordering: .relaxed)
  }
}

/// Delivering. On main.
extension DeliveryEngine {
  /// Looks what is due, and delivers it. Answers whether anything was delivered.
  @discardableResult
  func look(_ place: Place) -> Bool {
    var isDue = false
    change(isMain: true) { state in
      if place == .hop { state.isPosted = false }
      if place == .timer { state.timer = nil }
      guard !state.isCancelled else { return .nothing }
      let now = scheduler.nowNanoseconds
      hear(&state, at: now, isLook: true)
      let step = arrange(&state, at: now, place)
      guard case .deliver = step else { return step }
      isDue = true
      return .nothing
    }
    return isDue && deliver()
  }

  /// Makes a delivery of what waits, unless one is under way. Answers whether there was one.
  @discardableResult
  func deliver() -> Bool {
    let (begun, waiters) = locked(isMain: true) { (begin(&$0), waitersForNothing(&$0)) }
    waiters.forEach { $0.resume() }
    guard let begun else { return false }
    scheduler.deliveries.begin()
    switch pending.call() {
    case .returned(let isWanted): end(begun, isWanted: isWanted, isAsynchronous: false)
    case .goesOn(let start):
      let task = start { [weak self] in
        self?.end(begun, isWanted: true, isAsynchronous: true)
      }
      let isCancelled = locked(isMain: true) { state in
        if state.isDelivering, state.number == begun.number { state.task = task }
        return state.isCancelled
      }
      if isCancelled { task.cancel() }
    }
    return true
  }

  func begin(_ state: inout State) -> Begun? {
    guard state.isOpen, !state.isDelivering else { return nil }
    let now = scheduler.nowNanoseconds
    hear(&state, at: now, isLook: true)
    setWakeAt(1)
    let isTaken = pending.take()
    state.heard = 0
    state.bound = .max
    setTimer(&state, due: .max)
    guard isTaken else {
      state.policy.dropped()
      return nil
    }
    state.policy.began(at: now)
    return state.begin(at: now)
  }

  /// The handler is done with a delivery.
  func end(_ begun: Begun, isWanted: Bool, isAsynchronous: Bool) {
    guard isWanted else { return cancel() }
    // What a handler that goes on takes of main is not known.
    let timing = DeliveryTiming(
      start: begun.start, end: scheduler.nowNanoseconds, mainNanoseconds: isAsynchronous ? 0 : nil)
    let unsettled = Unsettled(begun: begun, timing: timing, deliveries: scheduler.deliveries.count)
    let (step, waiters, needsHop): (Step, [Waiter], Bool) = locked(isMain: true) { state in
      let waiters = state.end(begun)
      let needsHop = begun.isTimed && state.waits(for: unsettled)
      guard !state.isBusy, !state.isCancelled else { return (.nothing, waiters, needsHop) }
      let now = scheduler.nowNanoseconds
      hear(&state, at: now)
      let step = arrange(&state, at: now, .other)
      return (step, waiters + waitersForNothing(&state), needsHop)
    }
    if needsHop { scheduler.onMain { [weak self] in self?.settle() } }
    waiters.forEach { $0.resume() }
    perform(step)
  }

  /// Runs behind the layout commit of a delivery. Where another view was delivered meanwhile, what
  /// passed says nothing.
  func settle() {
    locked(isMain: true) { state in
      guard var unsettled = state.unsettled else { return }
      state.unsettled = nil
      let isLast = state.number == unsettled.begun.number
      if isLast && scheduler.deliveries.count == unsettled.deliveries {
        unsettled.timing.settle(at: scheduler.nowNanoseconds)
      }
      state.ended(unsettled)
      if isLast { state.isBusy = false }
    }
    look(.settle)
  }
}
