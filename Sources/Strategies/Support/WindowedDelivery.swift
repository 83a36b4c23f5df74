/// Delivers what waits in a store when a window says that it is due: a timer, a lock, an outlet.
///
/// What is due is decided on main, at the last moment, whoever called: a timer that fires early, or
/// was overtaken, only sets itself again. The timer is set for what is pending and for nothing else.
///
/// A hop follows each delivery, behind its layout commit: it tells the window how long that took, and
/// then looks what is due. On Apple's systems, where this was not tried, a run loop polls the main
/// queue once before the commit if an event woke it, so the hop behind a delivery that was made
/// inside `submit` may come too early there; the commit then counts as nothing.
///
/// Thread safety: every member may be used from any thread, but `flush` on main only.
final class WindowedDelivery<Update: Mergeable, Window: DeliveryWindow>: Sendable {
  private let pending: Update.Pending
  private let scheduler: any UpdateScheduler
  private let outlet: Outlet<Update>
  private let timer: any UpdateTimer
  private let state: Locked<State>

  /// `timerDeadline` is what the timer is set for; nil once it has fired. `number` counts deliveries.
  private struct State {
    var window: Window
    var timerDeadline: UInt64?
    var number = 0
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
    // Whoever was turned away is answered when the delivery settles.
    _ = outlet.leave()
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

  /// Window and store change under one lock, so that whatever finds the store empty afterwards
  /// belongs to the next delivery.
  private func deliver() {
    let start = scheduler.nowNanoseconds
    let taken: (update: Update, number: Int)? = state.withLock { state in
      guard pending.count > 0, let update = pending.take() else { return nil }
      state.window.began(at: start)
      state.number += 1
      setTimer(&state)
      return (update, state.number)
    }
    guard let (update, number) = taken else { return }
    outlet.call(update)
    let end = scheduler.nowNanoseconds
    scheduler.onMain { [weak self] in self?.settle(number, start: start, end: end) }
  }

  /// Runs after the layout commit of delivery `number`; the last one of a turn speaks for all.
  private func settle(_ number: Int, start: UInt64, end: UInt64) {
    let timing = DeliveryTiming(start: start, end: end, settled: scheduler.nowNanoseconds)
    state.withLock { state in
      if state.number == number { state.window.ended(timing) }
    }
    deliverIfDue()
  }

  private func timerFired() {
    state.withLock { $0.timerDeadline = nil }
    deliverIfDue()
  }

  private func deliverIfDue() {
    // Asked first: what comes in between has the timer set by whoever submits it.
    let isPending = pending.count > 0
    let due = state.withLock { $0.window.due }
    guard isPending, scheduler.nowNanoseconds >= due else { return setTimer() }
    flush()
  }

  /// Sets the timer for what is pending, or to not fire where nothing is. Under the lock, so that
  /// two callers cannot leave the older deadline behind; the timer calls nothing back from here.
  private func setTimer() { state.withLock { setTimer(&$0) } }

  private func setTimer(_ state: inout State) {
    let due = state.window.due
    let deadline = pending.count > 0 && due < .max ? due : nil
    guard deadline != state.timerDeadline else { return }
    state.timerDeadline = deadline
    if let deadline { timer.schedule(deadlineNanoseconds: deadline) } else { timer.disarm() }
  }
}
