import Coalesce

/// A throttle without a trailing edge.
///
/// Defect: what is submitted within one interval of the last delivery is dropped, so that the last
/// update of a burst is shown by the next burst, if there is one. It behaves as long as updates are
/// at least one interval apart.
///
/// Origin: `guard now - last > interval else { return }` at the head of a reload.
///
/// Breaks: `final-state`, `nothing-lost`.
final class BadNoTrailing<Update: Mergeable>: UpdateStrategy {
  private let intervalNanoseconds: UInt64
  private let scheduler: any UpdateScheduler
  private let last = Locked<UInt64?>(nil)
  private let leading: Coalescer<Update>

  init(
    interval: Duration, scheduler: any UpdateScheduler,
    deliver: @escaping @Sendable (Update) -> Void
  ) {
    intervalNanoseconds = interval.wholeNanoseconds
    self.scheduler = scheduler
    leading = Coalescer(.nextPass, scheduler: scheduler, deliver: deliver)
  }

  func submit(_ update: Update) {
    let now = scheduler.nowNanoseconds
    let isLeading = last.withLock { last in
      if let last, now < last + intervalNanoseconds { return false }
      last = now
      return true
    }
    // The defect: nothing remembers the others.
    if isLeading { leading.submit(update) }
  }

  func flush() { leading.flush() }

  func cancel() { leading.cancel() }

  var pendingCount: Int { leading.pendingCount }
}
