/// The rule of ``Balanced`` for a list of changes, each shown alone or all by a reload.
///
/// Rule: k changes take the cheaper of one reload and k single changes with one layout commit. When
/// their waiting, at its price, is worth that, they are delivered together, and the handler is told
/// which of the two is cheaper. What a reload, a change and a layout commit take is learnt, each the
/// median of the last five; until they are known, a change counts as nothing, and a reload as 32
/// changes. A change that came while a reload was under way may be shown by that already and is
/// applied once more: changes must bear that, as those do that name rows by identity. Never delivers
/// inside `submit`.
///
/// Origin: this project's own.
///
/// Price: what it pays has no proven bound. A search over 100 000 sets of arrivals, most of them bred
/// from bad ones, stayed below 3 times the best that reloads and changes can do, and at 2.08 with
/// changes of 0.15 ms, reloads of 2 ms and layout commits of 0.24 ms. Where a layout commit takes
/// nothing and waiting is dear, more was found (5.7), for that best may overlap its deliveries. A
/// cost that is not used is not learnt anew: that reloads have become cheaper is not noticed where
/// there are none.
///
/// Thread safety: as ``UpdateStrategy`` says.
public final class BalancedRows<Update: Mergeable>: UpdateStrategy {
  @usableFromInline let pending = Update.Pending()
  private let delivery: RuledDelivery<Update, RowsRule>
  private let end = DeliveriesEnd()

  /// - Parameters:
  ///   - price: how many nanoseconds of main one update that waits one nanosecond is worth; over 0.
  ///   - costs: what deliveries take of main; nil to learn it.
  ///   - scheduler: where time, the timer and main come from.
  ///   - deliver: called on main with all that was merged and the form in which to show it.
  public init(
    price: Double = 0.02, costs: RowCosts? = nil, scheduler: any UpdateScheduler,
    deliver: @escaping @Sendable (RowsDelivery<Update>) -> Void
  ) {
    delivery = RuledDelivery(
      of: pending, by: RowsRule(price: price, costs: costs), scheduler: scheduler
    ) { [end] update, form in
      deliver(RowsDelivery(update: update, form: form, end: end))
    }
  }

  /// For apps: delivers on the main actor.
  /// - Parameters:
  ///   - price: how many nanoseconds of main one update that waits one nanosecond is worth; over 0.
  ///   - deliver: called with all that was merged and the form in which to show it.
  public convenience init(
    price: Double = 0.02, _ deliver: @escaping @MainActor (RowsDelivery<Update>) -> Void
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

  /// Ends the strategy; what is pending is dropped, and a delivery that asks goes no further.
  public func cancel() {
    end.cancel()
    delivery.cancel()
  }

  /// How many updates wait.
  public var pendingCount: Int { pending.count }

  @usableFromInline
  func arrange(_ count: Int) { delivery.arrived(count) }
}
