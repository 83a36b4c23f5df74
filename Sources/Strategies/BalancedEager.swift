/// As ``Balanced``, but an update that comes alone is delivered at once.
///
/// Rule: an update that finds main idle (nothing pending, no delivery under way) is delivered in
/// main's next pass, with whatever comes until then, as long as a credit lasts. The credit is 1 at
/// first; it gains 1 when nothing followed such a delivery before ``Balanced`` would have made it,
/// up to 2, and loses 1 when something did. Without credit, and while something is pending, the rule
/// is that of ``Balanced``. What a delivery takes is learnt in the same way; until then,
/// 2 ms are assumed. Never delivers inside
/// `submit`.
///
/// Origin: this project's own.
///
/// Price: never more than twice the optimum plus one delivery R, under the conditions of
/// ``Balanced``, whose proof holds for all other deliveries. A good guess costs R where the optimum
/// pays at least R before the next update comes, for a delivery or for waiting: R less than twice
/// that, which pays for one bad guess, where the optimum may pay nothing. There is one bad guess more
/// than good ones at the most.
///
/// Thread safety: as ``UpdateStrategy`` says.
public final class BalancedEager<Update: Mergeable>: UpdateStrategy {
  @usableFromInline let pending = Update.Pending()
  private let delivery: RuledDelivery<Update, EagerRule>

  /// - Parameters:
  ///   - price: how many nanoseconds of main one update that waits one nanosecond is worth; over 0.
  ///   - deliveryCost: what a delivery with its layout commit takes of main; nil to learn it.
  ///   - scheduler: where time, the timer and main come from.
  ///   - deliver: called on main with all that was merged.
  public init(
    price: Double = 0.02, deliveryCost: Duration? = nil, scheduler: any UpdateScheduler,
    deliver: @escaping @Sendable (Update) -> Void
  ) {
    let cost = DeliveryCost(known: deliveryCost, assumed: .milliseconds(2))
    delivery = RuledDelivery(
      of: pending, by: EagerRule(price: price, cost: cost), scheduler: scheduler
    ) { update, _ in deliver(update) }
  }

  /// For apps: delivers on the main actor.
  /// - Parameters:
  ///   - price: how many nanoseconds of main one update that waits one nanosecond is worth; over 0.
  ///   - deliver: called with all that was merged.
  public convenience init(
    price: Double = 0.02, _ deliver: @escaping @MainActor (Update) -> Void
  ) {
    self.init(price: price, scheduler: DispatchScheduler.main, deliver: onMainActor(deliver))
  }

  /// Merges one update and adds its waiting to that of the others.
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
