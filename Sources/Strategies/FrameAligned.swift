/// At most one delivery a display frame, at the frame's boundary.
///
/// Rule: updates wait, merged, for the next frame boundary; main delivers them there, or as soon as
/// it can where it is busy. A frame has one delivery at most, and one that is dearer than a frame is
/// followed by the next boundary after its end, which is that of its layout commit, timed as by
/// ``Throttle``. Nothing is set where nothing is pending. Never delivers inside `submit`.
///
/// Origin: `requestAnimationFrame` and Flutter's `scheduleFrame`: a callback is asked for when
/// something has changed, and all that changed before it is in one frame. Where no display says when
/// a frame begins, as here, boundaries are the multiples of the period of the scheduler's clock.
///
/// Price: an update waits for half of a frame on average, and latency is bounded by a frame plus two
/// deliveries, in which a layout commit is the longer of its own time and that median; a view is
/// redrawn no more often than it can be seen.
///
/// Thread safety: as ``UpdateStrategy`` says.
public final class FrameAligned<Update: Mergeable>: UpdateStrategy {
  @usableFromInline let pending = Update.Pending()
  private let scheduler: any UpdateScheduler
  private let delivery: WindowedDelivery<Update, FrameWindow>

  /// - Parameters:
  ///   - period: the length of a frame, that of a display of 60 Hz unless given; zero or negative
  ///     makes every instant a boundary.
  ///   - scheduler: where time, the timer and main come from.
  ///   - deliver: called on main with all that was merged.
  public init(
    period: Duration = .seconds(1) / 60, scheduler: any UpdateScheduler,
    deliver: @escaping @Sendable (Update) -> Void
  ) {
    self.scheduler = scheduler
    delivery = WindowedDelivery(
      of: pending, in: FrameWindow(periodNanoseconds: period.wholeNanoseconds),
      scheduler: scheduler, deliver: deliver)
  }

  /// For apps: delivers on the main actor.
  /// - Parameters:
  ///   - period: the length of a frame.
  ///   - deliver: called with all that was merged.
  public convenience init(
    period: Duration = .seconds(1) / 60, _ deliver: @escaping @MainActor (Update) -> Void
  ) {
    self.init(period: period, scheduler: DispatchScheduler.main, deliver: onMainActor(deliver))
  }

  /// Merges one update; the first of a frame arranges the delivery.
  @inlinable
  public func submit(_ update: Update) {
    if pending.merge(update) { arrange() }
  }

  /// Delivers what is pending now, which is the present frame's delivery. On main only.
  public func flush() { delivery.flush() }

  /// Ends the strategy; what is pending is dropped.
  public func cancel() { delivery.cancel() }

  /// How many updates wait for the frame's boundary.
  public var pendingCount: Int { pending.count }

  @usableFromInline
  func arrange() { delivery.arrange(at: scheduler.nowNanoseconds) }
}
