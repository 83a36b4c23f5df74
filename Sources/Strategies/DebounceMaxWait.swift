/// One delivery when it has become quiet, and one at the latest after a maximum wait.
///
/// Rule: an update waits, merged with those after it, until none has come for the wait, or until the
/// first of them has waited for the maximum. Then main delivers them. Never delivers inside
/// `submit`.
///
/// Origin: lodash's `debounce` with `maxWait`, trailing edge; the maximum is counted from the first
/// update that is pending, not from the last delivery. A maximum below the wait counts as the wait.
/// lodash has no defaults that suit a view: 100 ms of quiet is this project's choice, and 300 ms is
/// the interval of ``Throttle``.
///
/// Price: even a lone update waits; latency is bounded by the maximum wait plus one delivery, or two
/// where one is under way. A delivery dearer than the maximum wait keeps main busy for as long as
/// updates come. A submission reads the clock, which costs 25–30 ns.
///
/// Thread safety: as ``UpdateStrategy`` says.
public final class DebounceMaxWait<Update: Mergeable>: UpdateStrategy {
  @usableFromInline let pending = Update.Pending()
  @usableFromInline let scheduler: any UpdateScheduler
  @usableFromInline let newest = LatestTime()
  private let delivery: WindowedDelivery<Update, DebounceWindow>

  /// - Parameters:
  ///   - wait: how long it must have been quiet; negative counts as zero.
  ///   - maximumWait: how long an update waits at the most.
  ///   - scheduler: where time, the timer and main come from.
  ///   - deliver: called on main with all that was merged.
  public init(
    wait: Duration = .milliseconds(100), maximumWait: Duration = .milliseconds(300),
    scheduler: any UpdateScheduler, deliver: @escaping @Sendable (Update) -> Void
  ) {
    self.scheduler = scheduler
    let window = DebounceWindow(
      newest: newest, waitNanoseconds: wait.wholeNanoseconds,
      maximumWaitNanoseconds: maximumWait.wholeNanoseconds)
    delivery = WindowedDelivery(of: pending, in: window, scheduler: scheduler, deliver: deliver)
  }

  /// For apps: delivers on the main actor.
  /// - Parameters:
  ///   - wait: how long it must have been quiet.
  ///   - maximumWait: how long an update waits at the most.
  ///   - deliver: called with all that was merged.
  public convenience init(
    wait: Duration = .milliseconds(100), maximumWait: Duration = .milliseconds(300),
    _ deliver: @escaping @MainActor (Update) -> Void
  ) {
    self.init(
      wait: wait, maximumWait: maximumWait, scheduler: DispatchScheduler.main,
      deliver: onMainActor(deliver))
  }

  /// Merges one update and begins the quiet time anew.
  @inlinable
  public func submit(_ update: Update) {
    let now = scheduler.nowNanoseconds
    newest.note(nanoseconds: now)
    if pending.merge(update) { arrange(at: now) }
  }

  /// Delivers what is pending now. On main only.
  public func flush() { delivery.flush() }

  /// Drops what is pending; later submissions are delivered as ever. Any thread.
  public func cancelPending() { delivery.cancelPending() }

  /// Ends the strategy; what is pending is dropped.
  public func cancel() { delivery.cancel() }

  /// Whether anything waits.
  public var isPending: Bool { pendingCount > 0 }

  /// How many updates wait.
  public var pendingCount: Int { pending.count }

  @usableFromInline
  func arrange(at now: UInt64) { delivery.arrange(at: now) }
}
