/// As soon as the budget allows: deliveries take no more than a share of main's time.
///
/// Rule: an update is delivered in main's next pass if the last delivery, which took R, began at least
/// R ÷ share ago; otherwise it waits, merged with all others, until then. So the first update of a
/// burst is delivered at once, and dear deliveries are made less often. What the handler takes is
/// timed with each delivery; what its layout commit takes is the median of the last five, from the
/// handler's end until main takes up the next thing. Never delivers inside `submit`.
///
/// Origin: this project's own.
///
/// Price: in any window of time w, deliveries keep main busy for no more than share × w + R, whatever
/// their handlers take, while no layout commit takes more than the median of the last five: the starts
/// of two successive ones are R ÷ share of the first apart, so all but the last of a window have paid
/// for themselves. Latency is bounded by R ÷ share plus one delivery.
/// Updates that are rare are delivered one by one, whether that is worth it or not.
///
/// Thread safety: as ``UpdateStrategy`` says.
public final class Budgeted<Update: Mergeable>: UpdateStrategy {
  @usableFromInline let pending = Update.Pending()
  private let delivery: RuledDelivery<Update, BudgetRule>

  /// - Parameters:
  ///   - share: how much of main's time deliveries may take; over 0, up to 1.
  ///   - scheduler: where time, the timer and main come from.
  ///   - deliver: called on main with all that was merged.
  public init(
    share: Double = 0.25, scheduler: any UpdateScheduler,
    deliver: @escaping @Sendable (Update) -> Void
  ) {
    delivery = RuledDelivery(
      of: pending, by: BudgetRule(share: share), scheduler: scheduler
    ) { update, _ in deliver(update) }
  }

  /// For apps: delivers on the main actor.
  /// - Parameters:
  ///   - share: how much of main's time deliveries may take; over 0, up to 1.
  ///   - deliver: called with all that was merged.
  public convenience init(
    share: Double = 0.25, _ deliver: @escaping @MainActor (Update) -> Void
  ) {
    self.init(share: share, scheduler: DispatchScheduler.main, deliver: onMainActor(deliver))
  }

  /// Merges one update and arranges its delivery.
  @inlinable
  public func submit(_ update: Update) {
    _ = pending.merge(update)
    arrange(update.updateCount)
  }

  /// Delivers what is pending now. On main only.
  public func flush() { delivery.flush() }

  /// Ends the strategy; what is pending is dropped.
  public func cancel() { delivery.cancel() }

  /// How many updates wait.
  public var pendingCount: Int { pending.count }

  @usableFromInline
  func arrange(_ count: Int) { delivery.arrived(count) }
}
