/// At most one delivery an interval that is counted from the end of the last one.
///
/// Rule: an update that comes when the last delivery ended at least one interval ago is delivered at
/// once (inside `submit` when called on main, else in main's next pass). All others wait, merged,
/// and are delivered when an interval has passed since that end.
///
/// Origin: RxSwift's `throttle(_:latest:scheduler:)` with `latest: true`, which notes the time after
/// it has handed an element on. Its relative timer is not kept: what is due is decided on main, so
/// one that fires early is set again.
///
/// Price: main is left alone for an interval after each delivery, however dear; latency is bounded by
/// the interval plus two deliveries, the one under way and its own. Under load the rate falls with
/// the cost of a delivery. The end is that of its layout commit, which is timed as by ``Throttle``:
/// one dearer than the median of the last five takes of the interval what it is dearer, and for the
/// bound the longer of the two counts. Until it is made nothing else is delivered, but by `flush`.
///
/// Thread safety: as ``UpdateStrategy`` says.
public final class ThrottleEndToStart<Update: Mergeable>: UpdateStrategy {
  @usableFromInline let pending = Update.Pending()
  private let scheduler: any UpdateScheduler
  private let delivery: WindowedDelivery<Update, EndToStartWindow>

  /// - Parameters:
  ///   - interval: the least time from the end of one delivery to the start of the next; negative
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
      of: pending, in: EndToStartWindow(intervalNanoseconds: interval.wholeNanoseconds),
      scheduler: scheduler, deliver: deliver)
  }

  /// For apps: delivers on the main actor.
  /// - Parameters:
  ///   - interval: the least time from the end of one delivery to the start of the next.
  ///   - deliver: called with all that was merged.
  public convenience init(
    interval: Duration = .milliseconds(300),
    _ deliver: @escaping @MainActor (Update) -> Void
  ) {
    self.init(
      interval: interval, scheduler: DispatchScheduler.main, deliver: onMainActor(deliver))
  }

  /// Merges one update; the first of an interval arranges the delivery.
  @inlinable
  public func submit(_ update: Update) {
    if pending.merge(update) { arrange() }
  }

  /// Delivers what is pending now; an interval begins at its end. On main only.
  public func flush() { delivery.flush() }

  /// Ends the strategy; what is pending is dropped.
  public func cancel() { delivery.cancel() }

  /// How many updates wait for the interval's end.
  public var pendingCount: Int { pending.count }

  @usableFromInline
  func arrange() { delivery.arrange(at: scheduler.nowNanoseconds) }
}
