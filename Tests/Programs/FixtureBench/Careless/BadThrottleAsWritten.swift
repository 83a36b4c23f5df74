import BenchHarness
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
final class BadThrottleAsWritten: UpdateStrategy {
  private struct State {
    var pending = 0
    var last: UInt64?
    /// The category's flag: whether a trailing delivery is expected.
    var isAwaiting = false
    /// Whether the trailing delivery is actually scheduled.
    var isArmed = false
    var hops = 0
    var isCancelled = false
  }

  private let interval: UInt64
  private let scheduler: any UpdateScheduler
  private let view: HandlerBox<any ViewPort>
  private let timer: any UpdateTimer
  private let state = Locked(State())

  init(interval: UInt64, _ scheduler: any UpdateScheduler, _ port: any ViewPort) {
    self.interval = interval
    self.scheduler = scheduler
    view = HandlerBox(port)
    timer = scheduler.makeTimer()
    timer.setHandler { [weak self] in self?.timerDidFire() }
  }

  deinit { view.release(on: scheduler) }

  func submit(_ update: UpdateCount) {
    let (now, isMain) = (scheduler.nowNanoseconds, scheduler.isMain)
    let due: UInt64? = state.withLock { state in
      guard !state.isCancelled else { return nil }
      state.pending += update.updateCount
      guard let last = state.last, now < last + interval else {
        (state.last, state.isAwaiting) = (now, false)
        return now
      }
      // D3: a thread without a run loop sets the flag, but gets no timer.
      defer { state.isAwaiting = true }
      guard !state.isAwaiting, isMain else { return nil }
      state.isArmed = true
      return last + interval
    }
    guard let due else { return }
    if due > now { return timer.schedule(deadlineNanoseconds: due) }
    if isMain { return deliverPending() }
    state.withLock { $0.hops += 1 }
    scheduler.onMain { [weak self] in
      self?.state.withLock { $0.hops -= 1 }
      self?.deliverPending()
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
    view.release(on: scheduler)
  }

  /// Leaves out stranded updates, because nothing will deliver them.
  var pendingCount: Int { state.withLock { $0.isArmed || $0.hops > 0 ? $0.pending : 0 } }

  private func timerDidFire() {
    let now = scheduler.nowNanoseconds
    let isDue = state.withLock { state in
      state.isArmed = false
      // D2: the flag stays set, and the timer is not set again.
      guard let last = state.last, now >= last + interval else { return false }
      (state.last, state.isAwaiting) = (now, false)
      return true
    }
    if isDue { deliverPending() }
  }

  private func deliverPending() {
    let count = state.withLock { state in
      defer { state.pending = 0 }
      return state.pending
    }
    if count > 0 { view.content?.reload() }
  }
}
