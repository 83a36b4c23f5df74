import Coalesce

/// The throttled reloading of an Objective-C category, with its mistakes.
///
/// Rule: if the last delivery began at least one interval ago, delivers now; otherwise delivers once when the interval
/// ends, and sets a flag until then.
///
/// Defects, numbered as in the reference:
/// - D1: cancelling the pending delivery leaves the flag set, so updates submitted in the rest of that interval are
///   lost. The contract has no such call; apps cancel and reload instead of flushing, so `flush` has the defect.
/// - D2: a timer that fires slightly early finds that the interval is not over, does not deliver, and is not
///   set again.
/// - D3: the timer belongs to the calling thread's run loop; a thread without one gets no trailing
///   delivery.
/// - D6: inside a delivery that takes longer than the interval or runs the run loop, another one may
///   be made.
///
/// D4, a reset that strands pending updates, is left out. Correct as long as it is called on the main thread, timers
/// are late, nothing is flushed and deliveries are short.
final class BadThrottleAsWritten<Update: Mergeable>: UpdateStrategy {
  private let intervalNanoseconds: UInt64
  private let scheduler: any UpdateScheduler
  private let handler: HandlerBox<Deliver<Update>>
  private let timer: any UpdateTimer
  private let state = Locked(State())

  fileprivate struct State {
    var pending: Update?
    var last: UInt64?
    /// The category's flag: whether a trailing delivery is expected.
    var isAwaiting = false
    /// Whether the trailing delivery is actually scheduled.
    var isArmed = false
    var hops = 0
    var isCancelled = false
  }

  fileprivate enum Step {
    case deliver, arm(UInt64), nothing
  }

  init(interval: Duration, scheduler: any UpdateScheduler, deliver: @escaping Deliver<Update>) {
    intervalNanoseconds = interval.wholeNanoseconds
    self.scheduler = scheduler
    handler = HandlerBox(deliver)
    timer = scheduler.makeTimer()
    timer.setHandler { [weak self] in self?.timerDidFire() }
  }

  deinit { handler.release(on: scheduler) }

  func submit(_ update: Update) {
    let now = scheduler.nowNanoseconds
    let isMain = scheduler.isMain
    switch state.withLock({ $0.take(update, at: now, interval: intervalNanoseconds) }) {
    case .nothing: break
    case .deliver where isMain: deliverPending()
    case .deliver:
      state.withLock { $0.hops += 1 }
      scheduler.onMain { [weak self] in
        self?.state.withLock { $0.hops -= 1 }
        self?.deliverPending()
      }
    case .arm(let due):
      // D3: a thread without a run loop gets no timer.
      guard isMain else { return }
      state.withLock { $0.isArmed = true }
      timer.schedule(deadlineNanoseconds: due)
    }
  }

  func flush() {
    timer.disarm()
    // D1: the flag stays set.
    state.withLock { $0.isArmed = false }
    deliverPending()
  }

  func cancel() {
    timer.disarm()
    state.withLock { $0 = State(isCancelled: true) }
    handler.release(on: scheduler)
  }

  /// Leaves out stranded updates, because nothing will deliver them.
  var pendingCount: Int {
    state.withLock { $0.isArmed || $0.hops > 0 ? $0.pending?.updateCount ?? 0 : 0 }
  }

  private func timerDidFire() {
    let now = scheduler.nowNanoseconds
    let isDue = state.withLock { state in
      state.isArmed = false
      // D2: the flag stays set, and the timer is not set again.
      guard let last = state.last, now >= last + intervalNanoseconds else { return false }
      state.last = now
      state.isAwaiting = false
      return true
    }
    if isDue { deliverPending() }
  }

  private func deliverPending() {
    let update = state.withLock { state in
      defer { state.pending = nil }
      return state.pending
    }
    if let update { handler.content?(update) }
  }
}

extension BadThrottleAsWritten.State {
  fileprivate mutating func take(
    _ update: Update, at now: UInt64, interval: UInt64
  ) -> BadThrottleAsWritten.Step {
    guard !isCancelled else { return .nothing }
    pending = merged(pending, update)
    guard let last, now < last + interval else {
      last = now
      isAwaiting = false
      return .deliver
    }
    guard !isAwaiting else { return .nothing }
    isAwaiting = true
    return .arm(last + interval)
  }
}
