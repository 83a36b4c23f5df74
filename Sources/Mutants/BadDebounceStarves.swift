import Coalesce

/// A debounce without a longest wait.
///
/// Defect: each submission sets the timer anew, so that nothing is shown for as long as updates come
/// closer together than the interval. It behaves as soon as there is a pause.
///
/// Origin: a `DispatchWorkItem` that each call cancels and schedules again.
///
/// Breaks: `bounded-latency`.
final class BadDebounceStarves<Update: Mergeable>: UpdateStrategy {
  private let intervalNanoseconds: UInt64
  private let scheduler: any UpdateScheduler
  private let waiting = Update.Pending()
  private let due: Coalescer<Update>
  private let timer: any UpdateTimer

  init(
    interval: Duration, scheduler: any UpdateScheduler,
    deliver: @escaping @Sendable (Update) -> Void
  ) {
    intervalNanoseconds = interval.wholeNanoseconds
    self.scheduler = scheduler
    due = Coalescer(.nextPass, scheduler: scheduler, deliver: deliver)
    timer = scheduler.makeTimer()
    timer.setHandler { [weak self] in self?.flush() }
  }

  func submit(_ update: Update) {
    _ = waiting.merge(update)
    // The defect: whatever waits already, waits for longer.
    timer.schedule(deadlineNanoseconds: scheduler.nowNanoseconds + intervalNanoseconds)
  }

  func flush() {
    if let update = waiting.take() { due.submit(update) }
    due.flush()
  }

  func cancel() {
    due.cancel()
    timer.disarm()
    _ = waiting.take()
  }

  var pendingCount: Int { waiting.count + due.pendingCount }
}
