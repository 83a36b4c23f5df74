/// At most one delivery an interval that grows under load.
///
/// Rule: an update that comes when the last delivery began more than the present interval ago is
/// delivered at once (inside `submit` when called on main, else in main's next pass), and the
/// interval is the smallest again. All others wait, merged, for the interval's end, and the interval
/// after that is longer by an increment, up to the largest. A delivery longer than half of the
/// interval is followed by a pause as long as itself; its layout commit is timed as by ``Throttle``,
/// and until it is made all updates have to wait.
///
/// Origin: IGListKit's adaptive coalescing (`IGListUpdateCoalescer`): start to start, the interval
/// that is being waited for is the one before it grew, one gap longer than it resets it. Its tests
/// use 50, +20 and at most 200 ms. The pause after a dear delivery is this project's: without it,
/// deliveries dearer than the largest interval saturate main.
///
/// Price: the first updates of a burst come soonest and cost a delivery each; under load latency is
/// bounded by the longer of the largest interval and twice a delivery, plus one delivery, in which a
/// layout commit is the longer of its own time and the median that counts for it. An update
/// that comes soon after a burst waits for the long interval that the burst left behind.
///
/// Thread safety: as ``UpdateStrategy`` says.
public final class RateAdaptive<Update: Mergeable>: UpdateStrategy {
  @usableFromInline let pending = Update.Pending()
  private let scheduler: any UpdateScheduler
  private let delivery: WindowedDelivery<Update, AdaptiveWindow>

  /// - Parameters:
  ///   - minimum: the interval after a delivery that did not have to wait; negative counts as zero.
  ///   - increment: by how much the interval grows with each delivery that had to wait.
  ///   - maximum: the longest interval; one below the minimum counts as the minimum.
  ///   - scheduler: where time, the timer and main come from.
  ///   - deliver: called on main with all that was merged.
  public init(
    minimum: Duration = .milliseconds(50), increment: Duration = .milliseconds(20),
    maximum: Duration = .milliseconds(200), scheduler: any UpdateScheduler,
    deliver: @escaping @Sendable (Update) -> Void
  ) {
    self.scheduler = scheduler
    let window = AdaptiveWindow(
      minimumNanoseconds: minimum.wholeNanoseconds,
      incrementNanoseconds: increment.wholeNanoseconds,
      maximumNanoseconds: maximum.wholeNanoseconds)
    delivery = WindowedDelivery(of: pending, in: window, scheduler: scheduler, deliver: deliver)
  }

  /// For apps: delivers on the main actor.
  /// - Parameters:
  ///   - minimum: the interval after a delivery that did not have to wait.
  ///   - increment: by how much the interval grows with each delivery that had to wait.
  ///   - maximum: the longest interval.
  ///   - deliver: called with all that was merged.
  public convenience init(
    minimum: Duration = .milliseconds(50), increment: Duration = .milliseconds(20),
    maximum: Duration = .milliseconds(200), _ deliver: @escaping @MainActor (Update) -> Void
  ) {
    self.init(
      minimum: minimum, increment: increment, maximum: maximum, scheduler: DispatchScheduler.main,
      deliver: onMainActor(deliver))
  }

  /// Merges one update; the first of an interval arranges the delivery.
  @inlinable
  public func submit(_ update: Update) {
    if pending.merge(update) { arrange() }
  }

  /// Delivers what is pending now and begins an interval. On main only.
  public func flush() { delivery.flush() }

  /// Ends the strategy; what is pending is dropped.
  public func cancel() { delivery.cancel() }

  /// How many updates wait for the interval's end.
  public var pendingCount: Int { pending.count }

  @usableFromInline
  func arrange() { delivery.arrange(at: scheduler.nowNanoseconds) }
}
