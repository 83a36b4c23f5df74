import Coalesce

/// A turn of a serial queue, which an item holds until its condition is true, and a timer to check the item again.
/// Releasing this object ends the turn, because a suspended queue must not be freed.
///
/// Thread safety: every member may be used from any thread.
final class HeldTurn: Sendable {
  private struct State {
    var release: (@Sendable () -> Void)?
    var isTimerSet = false
  }

  private let state = Locked(State())
  private let timer: any UpdateTimer

  init(scheduler: any UpdateScheduler) { timer = scheduler.makeTimer() }

  deinit { end() }

  /// Sets the timer's handler, which checks the item again on the main thread. Call this once, before `begin`.
  func setHandler(_ handler: @escaping @Sendable () -> Void) { timer.setHandler(handler) }

  var isHeld: Bool { state.withLock { $0.release != nil } }

  func begin(_ release: @escaping @Sendable () -> Void) {
    state.withLock { $0.release = release }
  }

  func checkAgain(atNanoseconds time: UInt64) {
    state.withLock { state in
      guard state.release != nil else { return }
      state.isTimerSet = true
      timer.schedule(deadlineNanoseconds: time)
    }
  }

  func end() {
    let release = state.withLock { state in
      if state.isTimerSet { timer.disarm() }
      defer { state = State() }
      return state.release
    }
    release?()
  }
}
