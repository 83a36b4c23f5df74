/// Delivers as soon as the budget allows: deliveries take at most a share of the main thread's
/// time.
///
/// Rule: an update is delivered in the main thread's next pass if the last delivery, which took R,
/// began at least R ÷ share ago. Otherwise it waits until then, merged with all others. So the
/// first update of a burst is delivered at once, and long deliveries are made less often. The
/// handler is timed in each delivery; how long its layout commit takes is learnt. The share is that
/// of one view: to share it among views, give this policy to their ``CoalescerGroup``.
///
/// Origin: this project's own.
///
/// Drawback: in any window of time w, deliveries keep the main thread busy for at most share × w +
/// R, as long as a delivery takes at most share × the maximum wait, and a layout commit at most
/// what was learnt. Two successive deliveries start R ÷ share of the first apart, so all but the
/// last of a window have paid for themselves. Latency is bounded by R ÷ share or the maximum wait,
/// whichever is less, plus two deliveries. Rare updates are delivered one by one, whether that is
/// worth it or not.
public struct BudgetPolicy: DeliveryPolicy {
  private let share: Double
  private let maximumWait: UInt64
  private var layout = LayoutCost()
  private var next: UInt64 = 0
  private var first = UInt64.max

  /// Makes the policy.
  /// - Parameters:
  ///   - share: how much of the main thread's time deliveries may take; more than 0, up to 1.
  ///   - maximumWait: how long an update waits at most, even if that exceeds the share.
  public init(share: Double = 0.25, maximumWait: Duration = .seconds(2)) {
    precondition(share > 0 && share <= 1, "A share of main's time is more than 0, and at most 1.")
    self.share = share
    self.maximumWait = maximumWait.wholeNanoseconds
  }

  /// When the last delivery will have paid for itself.
  public var due: UInt64 { min(next, first.adding(orNever: maximumWait)) }

  /// Notes when the first of a batch came.
  public mutating func heard(_ count: Int, at now: UInt64) { first = min(first, now) }

  /// Nothing is pending any more.
  public mutating func began(at now: UInt64) { first = .max }

  /// Nothing is pending any more.
  public mutating func dropped() { first = .max }

  /// Sets the time when the delivery will have paid for itself. One made by `flush`, before it was
  /// due, counts like any other.
  public mutating func ended(_ timing: DeliveryTiming) {
    layout.learn(timing)
    let cost = timing.mainNanoseconds.adding(orNever: layout.nanoseconds)
    let pause = DeliveryCost.patience(nanoseconds: cost, price: share)
    next = max(next, timing.start.adding(orNever: pause))
  }

  /// Makes what is pending, or comes next, due at once.
  public mutating func reset() { next = 0 }

  /// Keeps what is pending and what was learnt. The last delivery is paid for at the old share.
  public mutating func inherit(from old: BudgetPolicy) -> Bool {
    layout = old.layout
    next = old.next
    first = old.first
    return true
  }
}

extension DeliveryPolicy where Self == BudgetPolicy {
  /// Delivers as soon as the budget allows: deliveries take at most a share of the main thread's
  /// time.
  public static func budget(
    share: Double = 0.25, maximumWait: Duration = .seconds(2)
  ) -> BudgetPolicy { BudgetPolicy(share: share, maximumWait: maximumWait) }
}
