import Coalesce
import Strategies

/// A throttle that carries values and lets a late trailing edge overwrite a newer one.
///
/// Defect: whether an update is a leading one is asked of the clock alone. One that comes after the
/// interval's end, but before a late timer has delivered those that waited, is delivered first; then
/// the timer puts the older values over it. It behaves as long as timers are on time and no update
/// comes at that very moment.
///
/// Origin: "deliver now if the interval is over, else keep it for the timer", without a look at what
/// the timer still holds.
///
/// Breaks: `order`, `final-state`, and, for it happens there, too, `reentrancy`.
final class BadNewerOverwritten<Update: Sendable>: UpdateStrategy {
  private let intervalNanoseconds: UInt64
  private let scheduler: any UpdateScheduler
  private let due: MainDrain<Update>
  private let timer: any UpdateTimer
  private let state = Locked((waiting: [Update](), last: UInt64?.none))

  init(
    interval: Duration, scheduler: any UpdateScheduler,
    deliver: @escaping @Sendable (Update) -> Void
  ) {
    intervalNanoseconds = interval.wholeNanoseconds
    self.scheduler = scheduler
    due = MainDrain(budget: .milliseconds(8), scheduler: scheduler, deliver: deliver)
    timer = scheduler.makeTimer()
    timer.setHandler { [weak self] in self?.handOver() }
  }

  func submit(_ update: Update) {
    let now = scheduler.nowNanoseconds
    let deadline: UInt64? = state.withLock { state in
      guard let last = state.last, now < last + intervalNanoseconds else {
        state.last = now
        return nil
      }
      state.waiting.append(update)
      return last + intervalNanoseconds
    }
    if let deadline {
      timer.schedule(deadlineNanoseconds: deadline)
    } else {
      // The defect: nobody asked whether older ones wait.
      due.submit(update)
    }
  }

  func flush() {
    handOver()
    due.flush()
  }

  func cancel() {
    due.cancel()
    timer.disarm()
    state.withLock { $0.waiting = [] }
  }

  var pendingCount: Int { state.withLock { $0.waiting.count } + due.pendingCount }

  /// The trailing edge: everything that waits is due.
  private func handOver() {
    let now = scheduler.nowNanoseconds
    let updates = state.withLock { state in
      defer { state = ([], state.waiting.isEmpty ? state.last : now) }
      return state.waiting
    }
    updates.forEach(due.submit)
  }
}
