/// As ``Balanced``, but sooner where nothing seems to follow.
///
/// Rule: an update after which none is expected before ``Balanced`` would deliver is delivered, with
/// all that is pending, in main's next pass; and so is a burst when none came for two gaps. What is
/// expected follows from the median of the newest five gaps between updates; as long as there is
/// none, the first update waits for an eighth of the time that ``Balanced`` would wait. That goes on
/// as long as a credit lasts, which is one delivery at first and two at the most: a guess stakes the
/// part of a delivery that the waiting is not worth yet, and earns as much if nothing came before
/// ``Balanced`` would have delivered, or loses it. Without enough credit, the rule is that of
/// ``Balanced``. What a delivery takes is learnt in the same way; until then, 2 ms are assumed. Never
/// delivers inside `submit`.
///
/// Origin: this project's own.
///
/// Price: never more than twice the optimum plus one delivery R, under the conditions of
/// ``Balanced``, whose proof holds for all deliveries that are no guess. A guess that comes when
/// waiting worth W was paid costs R + W. If nothing came before the time of ``Balanced``, the optimum
/// has paid R by then, for a delivery or for waiting, so twice that leaves R − W, the stake. If
/// something came, the optimum has paid W at least, and R + W is R − W more than twice that, the stake
/// again. Stakes lost exceed stakes won by no more than the first credit, one delivery. A search
/// through 100 000 sets of arrivals finds no worse.
///
/// Thread safety: as ``UpdateStrategy`` says.
public final class BalancedEager<Update: Mergeable>: UpdateStrategy {
  @usableFromInline let pending = Update.Pending()
  private let delivery: RuledDelivery<Update, EagerRule>

  /// What a delivery is taken to cost until one was timed.
  public static var assumedDelivery: Duration { .milliseconds(2) }

  /// - Parameters:
  ///   - price: how many nanoseconds of main one update that waits one nanosecond is worth; over 0.
  ///   - deliveryCost: what a delivery with its layout commit takes of main; nil to learn it.
  ///   - scheduler: where time, the timer and main come from.
  ///   - deliver: called on main with all that was merged.
  public init(
    price: Double = 0.02, deliveryCost: Duration? = nil, scheduler: any UpdateScheduler,
    deliver: @escaping @Sendable (Update) -> Void
  ) {
    let cost = DeliveryCost(known: deliveryCost, assumed: Self.assumedDelivery)
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
