import Coalesce
import Harness

/// A throttle whose submissions with a bound do not move a timer that is set.
///
/// Defect: where something waits already, its timer is left as it is, and what must not wait for
/// longer than a bound waits for the interval. It behaves as long as nothing waits.
///
/// Origin: `guard timer == nil else { return }` in front of a timer.
///
/// Breaks: `bounded-submission`.
final class BadBoundIsLate: UpdateStrategy {
  private let inner: Coalescer<UpdateCount>

  init(
    interval: Duration, scheduler: any UpdateScheduler,
    deliver: @escaping @Sendable (UpdateCount) -> Void
  ) {
    inner = Coalescer(.throttle(interval: interval), scheduler: scheduler, deliver: deliver)
  }

  func submit(_ update: UpdateCount) { inner.submit(update) }

  func submit(_ update: UpdateCount, within bound: Duration) {
    // The defect: what waits has a timer.
    if inner.pendingCount > 0 { inner.submit(update) } else { inner.submit(update, within: bound) }
  }

  func flush() { inner.flush() }

  func cancel() { inner.cancel() }

  var pendingCount: Int { inner.pendingCount }

  /// What it can do besides.
  var powers: AttachedStrategy.Powers {
    AttachedStrategy.Powers(
      submitWithin: { [self] in submit(.one, within: $1) }, pause: inner.pause,
      resume: inner.resume, cancelPending: inner.cancelPending, reset: inner.reset)
  }
}
