/// At most one delivery an interval: the first at once, the others together at the interval's end.
///
/// Rule: an update that comes when the last delivery began at least one interval ago is delivered
/// at once (the leading edge: inside `submit` when called on main, else in main's next pass). All
/// others wait, merged, and are delivered when the interval ends (the trailing edge). The interval
/// runs from start to start; a delivery longer than half of it is followed by a pause as long as
/// itself, so this view never keeps main busy for more than half of the time. A reload that the app
/// makes itself neither counts nor cancels.
///
/// Origin: the throttled reloading of table and collection views by an Objective-C category
/// (`enh_throttledReloadData`). Not kept are its defects: cancelling loses no later update, a timer
/// that fires early is set again, any thread may submit, a reset strands nothing.
///
/// Price: latency is bounded by the longer of the interval and twice a delivery, plus one delivery.
///
/// Thread safety: as ``UpdateStrategy`` says.
public final class Throttle<Update: Mergeable>: UpdateStrategy {
  @usableFromInline let pending = Update.Pending()
  private let scheduler: any UpdateScheduler
  private let outlet: Outlet<Update>
  private let window: Locked<ThrottleWindow>
  private let timer: any UpdateTimer

  /// - Parameters:
  ///   - interval: the least time from the start of one delivery to that of the next; negative
  ///     counts as zero.
  ///   - scheduler: where time, the timer and main come from.
  ///   - deliver: called on main with all that was merged.
  public init(
    interval: Duration = .milliseconds(300),
    scheduler: any UpdateScheduler,
    deliver: @escaping @Sendable (Update) -> Void
  ) {
    self.scheduler = scheduler
    outlet = Outlet(deliver)
    window = Locked(ThrottleWindow(intervalNanoseconds: interval.wholeNanoseconds))
    timer = scheduler.makeTimer()
    timer.setHandler { [weak self] in self?.deliverIfDue() }
  }

  /// For apps: delivers on the main actor.
  /// - Parameters:
  ///   - interval: the least time from the start of one delivery to that of the next.
  ///   - deliver: called with all that was merged.
  public convenience init(
    interval: Duration = .milliseconds(300),
    _ deliver: @escaping @MainActor (Update) -> Void
  ) {
    self.init(
      interval: interval, scheduler: DispatchScheduler.main, deliver: onMainActor(deliver))
  }

  /// The least time from start to start. A new value holds for what is pending, too. Any thread.
  public var interval: Duration {
    get { .nanoseconds(window.withLock { $0.intervalNanoseconds }) }
    set {
      window.withLock { $0.intervalNanoseconds = newValue.wholeNanoseconds }
      rearm()
    }
  }

  /// Merges one update; the first of an interval arranges the delivery.
  @inlinable
  public func submit(_ update: Update) {
    if pending.merge(update) { arrange() }
  }

  /// Delivers what is pending now and begins an interval. On main only.
  public func flush() {
    outlet.deliver({ pending.take() }, around: timed, again: rearm)
  }

  /// Drops what is pending; later submissions are delivered as ever. Any thread.
  public func cancelPending() {
    _ = pending.take()
  }

  /// Forgets the last delivery: what is pending, or comes next, is due at once. Any thread.
  public func reset() {
    window.withLock { $0.reset() }
    rearm()
  }

  /// Ends the strategy; what is pending is dropped.
  public func cancel() {
    outlet.cancel()
    timer.disarm()
    _ = pending.take()
  }

  /// How many updates wait for the interval's end.
  public var pendingCount: Int { pending.count }

  @usableFromInline
  func arrange() {
    let due = window.withLock { $0.due }
    guard scheduler.nowNanoseconds >= due else { return rearm() }
    guard scheduler.isMain && !outlet.isBusy else {
      return scheduler.onMain { [weak self] in self?.deliverIfDue() }
    }
    flush()
  }

  /// Every delivery but a flush comes through here, whoever called: what is due is decided on main,
  /// at the last moment, so a timer that fires early or was overtaken only sets itself again.
  private func deliverIfDue() {
    let due = window.withLock { $0.due }
    guard scheduler.nowNanoseconds >= due else { return rearm() }
    flush()
  }

  /// Sets the timer for what is pending. Under the lock, so that two callers cannot leave the older
  /// due time behind; the timer calls nothing back from `schedule`.
  private func rearm() {
    guard pending.count > 0 else { return }
    window.withLock { timer.schedule(deadlineNanoseconds: $0.due) }
  }

  private func timed(_ delivery: () -> Void) {
    window.withLock { $0.began(at: scheduler.nowNanoseconds) }
    delivery()
    window.withLock { $0.ended(at: scheduler.nowNanoseconds) }
  }
}
