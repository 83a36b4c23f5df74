/// As soon as the budget allows: deliveries take no more than a share of main's time.
///
/// Rule: an update is delivered in main's next pass if the last delivery, which took R, began at least
/// R ÷ share ago; otherwise it waits, merged with all others, until then. So the first update of a
/// burst is delivered at once, and dear deliveries are made less often. What the handler takes is
/// timed with each delivery; what its layout commit takes is learnt. The share is that of one view:
/// views that are to keep it together belong in a ``CoalescerGroup`` with this policy.
///
/// Origin: this project's own.
///
/// Price: in any window of time w, deliveries keep main busy for no more than share × w + R, while a
/// delivery takes no more than share × the maximum wait and no layout commit more than is learnt: the
/// starts of two successive ones are R ÷ share of the first apart, so all but the last of a window
/// have paid for themselves. Latency is bounded by R ÷ share, or the maximum wait where that is less,
/// plus two deliveries. Updates that are rare are delivered one by one, whether that is worth it or not.
public struct BudgetPolicy: DeliveryPolicy {
  private let share: Double
  private let maximumWait: UInt64
  private var layout = LayoutCost()
  private var next: UInt64 = 0
  private var first = UInt64.max

  /// - Parameters:
  ///   - share: how much of main's time deliveries may take; over 0, up to 1.
  ///   - maximumWait: how long an update waits at the most, whatever that does to the share.
  public init(share: Double = 0.25, maximumWait: Duration = .seconds(2)) {
    precondition(share > 0 && share <= 1, "A share of main's time is more than 0, and at most 1.")
    self.share = share
    self.maximumWait = maximumWait.wholeNanoseconds
  }

  /// When the last delivery has paid for itself.
  public var due: UInt64 { min(next, first.adding(orNever: maximumWait)) }

  /// The first of a batch.
  public mutating func heard(_ count: Int, at now: UInt64) { first = min(first, now) }

  /// Nothing waits.
  public mutating func began(at now: UInt64) { first = .max }

  /// Nothing waits.
  public mutating func dropped() { first = .max }

  /// A delivery that was made before it was due, by `flush`, begins anew: its caller wanted it.
  public mutating func ended(_ timing: DeliveryTiming) {
    layout.learn(timing)
    let cost = timing.mainNanoseconds.adding(orNever: layout.nanoseconds)
    let pause = DeliveryCost.patience(nanoseconds: cost, price: share)
    next = max(next, timing.start.adding(orNever: pause))
  }

  /// What is pending, or comes next, is due at once.
  public mutating func reset() { next = 0 }

  /// The last delivery is paid for as the old share said.
  public mutating func inherit(from old: BudgetPolicy) -> Bool {
    layout = old.layout
    next = old.next
    first = old.first
    return true
  }
}

extension DeliveryPolicy where Self == BudgetPolicy {
  /// As soon as the budget allows: deliveries take no more than a share of main's time.
  public static func budget(
    share: Double = 0.25, maximumWait: Duration = .seconds(2)
  ) -> BudgetPolicy { BudgetPolicy(share: share, maximumWait: maximumWait) }
}
