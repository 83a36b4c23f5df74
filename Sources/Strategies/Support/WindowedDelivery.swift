/// Delivers what waits in a store when a window says that it is due: a timer, a lock, an outlet.
///
/// What is due is decided on main, at the last moment, whoever called: a timer that fires early, or
/// was overtaken, only sets itself again. The timer is set for what is pending and for nothing else.
///
/// Thread safety: every member may be used from any thread, but `flush` on main only.
final class WindowedDelivery<Update: Mergeable, Window: DeliveryWindow>: Sendable {
  private let pending: Update.Pending
  private let scheduler: any UpdateScheduler
  private let outlet: Outlet<Update>
  private let timer: any UpdateTimer
  private let state: Locked<State>

  /// `timerDeadline` is what the timer is set for; nil once it has fired.
  private struct State {
    var window: Window
    var timerDeadline: UInt64?
  }

  /// `pending` is the store that the strategy's `submit` merges into.
  init(
    of pending: Update.Pending, in window: Window, scheduler: any UpdateScheduler,
    deliver: @escaping @Sendable (Update) -> Void
  ) {
    self.pending = pending
    self.scheduler = scheduler
    outlet = Outlet(deliver)
    state = Locked(State(window: window))
    timer = scheduler.makeTimer()
    timer.setHandler { [weak self] in self?.timerFired() }
  }

  var window: Window { state.withLock { $0.window } }

  /// Changes the window, for what is pending, too.
  func changeWindow(_ change: (inout Window) -> Void) {
    state.withLock { change(&$0.window) }
    setTimer()
  }

  /// Arranges the delivery of an update that was submitted at `now` and found nothing pending.
  func arrange(at now: UInt64) {
    guard !outlet.isCancelled else { return cancelPending() }
    let isDue = state.withLock { state in
      state.window.arrived(at: now)
      return now >= state.window.due
    }
    guard isDue else { return setTimer() }
    guard Window.deliversInSubmit && scheduler.isMain && !outlet.isBusy else {
      return scheduler.onMain { [weak self] in self?.deliverIfDue() }
    }
    flush()
  }

  /// Delivers what is pending now.
  func flush() {
    guard outlet.enter() else { return }
    deliver()
    let hasMissed = outlet.leave()
    // What came during the delivery may have set the timer before the window knew its end.
    if hasMissed || state.withLock({ $0.timerDeadline != nil }) { setTimer() }
  }

  /// Drops what is pending; later submissions are delivered as ever.
  func cancelPending() {
    _ = pending.take()
    setTimer()
  }

  /// Ends the deliveries; what is pending is dropped.
  func cancel() {
    outlet.cancel()
    cancelPending()
  }

  /// The window begins before the store is emptied, so that whatever finds it empty afterwards
  /// belongs to the next one.
  private func deliver() {
    guard pending.count > 0 else { return }
    state.withLock { $0.window.began(at: scheduler.nowNanoseconds) }
    if let update = pending.take() { outlet.call(update) }
    state.withLock { $0.window.ended(at: scheduler.nowNanoseconds) }
  }

  private func timerFired() {
    state.withLock { $0.timerDeadline = nil }
    deliverIfDue()
  }

  private func deliverIfDue() {
    let due = state.withLock { $0.window.due }
    guard scheduler.nowNanoseconds >= due else { return setTimer() }
    flush()
  }

  /// Sets the timer for what is pending, or to not fire where nothing is. Under the lock, so that
  /// two callers cannot leave the older deadline behind; the timer calls nothing back from here.
  private func setTimer() {
    state.withLock { state in
      let deadline = pending.count > 0 ? state.window.due : nil
      guard deadline != state.timerDeadline else { return }
      state.timerDeadline = deadline
      if let deadline { timer.schedule(deadlineNanoseconds: deadline) } else { timer.disarm() }
    }
  }
}
