/// Delivers what waits in a store when a rule says that it is due: a timer, a lock, an outlet.
///
/// While a delivery is under way nothing is set: a hop that follows its layout commit tells the rule
/// how long it took, and then looks what is due. Otherwise, an update that is due at once posts to
/// main, and one that makes the deadline earlier sets the timer again, if that gains more than
/// ``toleranceNanoseconds``. What is due is decided on main, at the last moment.
///
/// Thread safety: every member may be used from any thread, but `flush` on main only.
final class RuledDelivery<Update: Mergeable, Rule: DeliveryRule>: Sendable {
  /// By how much a timer may be late, rather than be set again: about a hop, so that n updates pay no
  /// more for it than for the hop that follows. Setting one takes about a microsecond, and each gains
  /// at least this, so a fast burst sets few.
  static var toleranceNanoseconds: UInt64 { 50_000 }

  private let pending: Update.Pending
  private let scheduler: any UpdateScheduler
  private let outlet: Outlet<Formed>
  private let timer: any UpdateTimer
  private let state: Locked<State>

  private struct Formed: Sendable {
    let update: Update
    let form: Rule.Form
  }

  /// `timerDeadline` is what the timer is set for; nil once it has fired. `isBusy` is from the start
  /// of a delivery until it has settled; `number` counts deliveries.
  private struct State {
    var rule: Rule
    var timerDeadline: UInt64?
    var isPosted = false
    var isBusy = false
    var number = 0
  }

  /// `pending` is the store that the strategy's `submit` merges into.
  init(
    of pending: Update.Pending, by rule: Rule, scheduler: any UpdateScheduler,
    deliver: @escaping @Sendable (Update, Rule.Form) -> Void
  ) {
    self.pending = pending
    self.scheduler = scheduler
    outlet = Outlet { deliver($0.update, $0.form) }
    state = Locked(State(rule: rule))
    timer = scheduler.makeTimer()
    timer.setHandler { [weak self] in self?.timerFired() }
  }

  /// Arranges the delivery of `count` updates that were merged into the store just now.
  func arrived(_ count: Int) {
    guard !outlet.isCancelled else { return cancelPending() }
    guard count > 0 else { return }
    let now = scheduler.nowNanoseconds
    let mustPost = state.withLock { state in
      state.rule.arrived(count, at: now)
      guard !state.isBusy && !state.isPosted else { return false }
      let due = state.rule.due
      state.isPosted = due <= now && pending.count > 0
      if !state.isPosted { setTimer(&state, due: due) }
      return state.isPosted
    }
    if mustPost { scheduler.onMain { [weak self] in self?.hopArrived() } }
  }

  /// Delivers what is pending now.
  func flush() {
    guard outlet.enter() else { return }
    deliver()
    _ = outlet.leave()
  }

  /// Ends the deliveries; what is pending is dropped.
  func cancel() {
    outlet.cancel()
    cancelPending()
  }

  private func cancelPending() {
    let dropped = state.withLock { state in
      defer { setTimer(&state, due: .max) }
      return pending.take()
    }
    // Outside the lock, for what is dropped may call out when it ends.
    withExtendedLifetime(dropped) {}
  }

  /// The store is emptied under the lock, so that rule and store agree on what is pending.
  private func deliver() {
    let start = scheduler.nowNanoseconds
    let taken: (formed: Formed, number: Int)? = state.withLock { state in
      guard let update = pending.take() else {
        setTimer(&state, due: .max)
        return nil
      }
      let form = state.rule.began(at: start)
      setTimer(&state, due: .max)
      state.isBusy = true
      state.number += 1
      return (Formed(update: update, form: form), state.number)
    }
    guard let (formed, number) = taken else { return }
    outlet.call(formed)
    let end = scheduler.nowNanoseconds
    scheduler.onMain { [weak self] in self?.settle(number, start: start, end: end) }
  }

  /// Runs after the layout commit of delivery `number`.
  private func settle(_ number: Int, start: UInt64, end: UInt64) {
    let now = scheduler.nowNanoseconds
    state.withLock { state in
      let isLast = state.number == number
      state.rule.ended(DeliveryTiming(start: start, end: end, settled: isLast ? now : nil))
      if isLast { state.isBusy = false }
    }
    deliverIfDue()
  }

  private func hopArrived() {
    state.withLock { $0.isPosted = false }
    deliverIfDue()
  }

  private func timerFired() {
    state.withLock { $0.timerDeadline = nil }
    deliverIfDue()
  }

  private func deliverIfDue() {
    let now = scheduler.nowNanoseconds
    let isDue = state.withLock { state in
      guard !state.isBusy && !state.isPosted else { return false }
      let due = state.rule.due
      guard now < due else { return true }
      setTimer(&state, due: due)
      return false
    }
    if isDue { flush() }
  }

  /// Sets the timer for what is pending, or to not fire where nothing is. Under the lock, so that
  /// two callers cannot leave the older deadline behind; the timer calls nothing back from here.
  private func setTimer(_ state: inout State, due: UInt64) {
    // An update may have been delivered before the rule heard of it.
    let isEmpty = pending.count == 0
    if isEmpty { state.rule.dropped() }
    let deadline = isEmpty || due == .max ? nil : due
    guard let deadline else {
      if state.timerDeadline != nil { timer.disarm() }
      return state.timerDeadline = nil
    }
    if let set = state.timerDeadline {
      guard deadline.adding(orNever: Self.toleranceNanoseconds) < set else { return }
    }
    state.timerDeadline = deadline
    timer.schedule(deadlineNanoseconds: deadline)
  }
}
