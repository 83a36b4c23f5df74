/// At most one delivery an interval: the first at once, the others together at the interval's end.
///
/// Rule: an update that comes when the last delivery began at least one interval ago is delivered
/// at once (the leading edge: inside `submit` when called on main, else in main's next pass). All
/// others wait, merged, and are delivered when the interval ends (the trailing edge). The interval
/// runs from start to start; a delivery longer than half of it is followed by a pause as long as
/// itself, so deliveries keep main busy for no more than half of the time. What the handler takes is
/// timed with each delivery; what its layout commit takes is the median of the last five, from the
/// handler's end until main has done what was queued before that, so what else main does there
/// counts if it does so behind most deliveries, and a commit dearer than the median has no pause of
/// its own. Until the last delivery's layout commit is made nothing else is delivered, but by
/// ``flush()`` and after ``reset()``. A reload that the app makes itself neither counts nor cancels.
///
/// Origin: the throttled reloading of table and collection views by an Objective-C category
/// (`enh_throttledReloadData`). Not kept are its defects: cancelling loses no later update, a timer
/// that fires early is set again, any thread may submit, a reset strands nothing.
///
/// Price: latency is bounded by the longer of the interval and twice a delivery, plus one delivery, in
/// which a layout commit is the longer of its own time and that median.
///
/// Thread safety: as ``UpdateStrategy`` says.
public final class Throttle<Update: Mergeable>: UpdateStrategy {
  @usableFromInline let pending = Update.Pending()
  private let scheduler: any UpdateScheduler
  private let delivery: WindowedDelivery<Update, ThrottleWindow>

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
    delivery = WindowedDelivery(
      of: pending, in: ThrottleWindow(intervalNanoseconds: interval.wholeNanoseconds),
      scheduler: scheduler, deliver: deliver)
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
    get { .nanoseconds(delivery.window.intervalNanoseconds) }
    set { delivery.changeWindow { $0.intervalNanoseconds = newValue.wholeNanoseconds } }
  }

  /// Merges one update; the first of an interval arranges the delivery.
  @inlinable
  public func submit(_ update: Update) {
    if pending.merge(update) { arrange() }
  }

  /// Delivers what is pending now and begins an interval. On main only.
  public func flush() { delivery.flush() }

  /// Drops what is pending; later submissions are delivered as ever. Any thread.
  public func cancelPending() { delivery.cancelPending() }

  /// Forgets the last delivery: what is pending, or comes next, is due at once. Any thread.
  public func reset() { delivery.changeWindow { $0.reset() } }

  /// Ends the strategy; what is pending is dropped.
  public func cancel() { delivery.cancel() }

  /// How many updates wait for the interval's end.
  public var pendingCount: Int { pending.count }

  @usableFromInline
  func arrange() { delivery.arrange(at: scheduler.nowNanoseconds) }
}
