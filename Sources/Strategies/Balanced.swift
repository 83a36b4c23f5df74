/// A delivery when the waiting is worth one: as much is paid for waiting as for delivering.
///
/// Rule: what the pending updates have waited, added up and multiplied by a price, grows from 0; when
/// it reaches what a delivery takes of main, they are delivered together, or as soon as main is done
/// with the delivery before. With a price of 0.02 and deliveries of 2 ms, one update alone waits for
/// 100 ms and a hundred together for 1 ms. There is no interval to choose. What a delivery takes,
/// layout commit included, is learnt: the median of the last five, from the handler's start until
/// main takes up the next thing; until there is one, it counts as nothing. Never delivers inside
/// `submit`.
///
/// Origin: the online algorithm for the dynamic TCP-acknowledgement problem (Dooly, Goldman, Scott,
/// J. ACM 48(2), 2001), with a delivery for an acknowledgement.
///
/// Price: for one view, a known cost R and nothing else on main, never more than twice the least that
/// is possible with all arrivals known beforehand, where n updates cost p for each nanosecond that
/// they wait. Nobody gets around p·R for each update, which waits for its own delivery. Take that off
/// both sides. Between the starts of two successive deliveries the optimum pays at least R: it
/// delivers there, or leaves all waiting that arrived there, and that wait alone is worth R by the
/// second start, or there would have been no delivery. In the same time this rule pays R, and for
/// waiting R, too, if main was free, which is twice as much. If main was busy, nobody waited longer
/// than one delivery for it, which is p·R each, and the optimum pays as much for the same updates
/// once more than was counted. A hop of h, and a timer that is set up to 50 µs too late, add p·h and
/// p·50 µs an update; learning adds a delivery.
///
/// Thread safety: as ``UpdateStrategy`` says.
public final class Balanced<Update: Mergeable>: UpdateStrategy {
  @usableFromInline let pending = Update.Pending()
  private let delivery: RuledDelivery<Update, BalancedRule>

  /// - Parameters:
  ///   - price: how many nanoseconds of main one update that waits one nanosecond is worth; over 0.
  ///   - deliveryCost: what a delivery with its layout commit takes of main; nil to learn it.
  ///   - scheduler: where time, the timer and main come from.
  ///   - deliver: called on main with all that was merged.
  public init(
    price: Double = 0.02, deliveryCost: Duration? = nil, scheduler: any UpdateScheduler,
    deliver: @escaping @Sendable (Update) -> Void
  ) {
    let cost = DeliveryCost(known: deliveryCost)
    delivery = RuledDelivery(
      of: pending, by: BalancedRule(price: price, cost: cost), scheduler: scheduler
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
