/// Delivers as soon as the budget allows: deliveries take at most a share of the main thread's
/// time.
///
/// Rule: an update is delivered in the main thread's next pass if all deliveries before have paid for
/// themselves: one that took R has when R ÷ share has passed. Otherwise it waits until then, merged
/// with all others. So the first update of a burst is delivered at once, and long deliveries are made
/// less often. How long a delivery takes is timed; what its layout commit takes is learnt. The share is
/// that of one view: to share it among views, give this policy to their ``CoalescerGroup``.
///
/// One delivery that takes much longer than the others, as the first of a screen often does, is not
/// paid for at once: an update waits for no longer than after a usual delivery, or than the long one
/// took if that is more. What is left is paid for by those after it.
///
/// Origin: this project's own.
///
/// Drawback: in any window of time w, deliveries keep the main thread busy for at most share × w + R,
/// where R is the longest, as long as deliveries take about the same time and at most share × the maximum wait,
/// and a layout commit takes what was learnt: two successive deliveries start R ÷ share of the first apart, so
/// all but the last of a window have paid for themselves. The first delivery adds another R, because one sample is
/// not believed. If one of every five takes much longer than the rest, deliveries may take up to a fifth of the main
/// thread's time, whatever the share. Latency is bounded by R ÷ share or the maximum wait, whichever is less, plus two
/// deliveries. Rare updates are delivered one by one, whether that is worth it or not.
public struct BudgetPolicy: DeliveryPolicy {
  private let share: Double
  private let maximumWait: UInt64
  private var cost = DeliveryCost()
  /// When all deliveries will have paid for themselves.
  private var paidFor: UInt64 = 0
  private var next: UInt64 = 0
  private var first = UInt64.max

  /// Makes the policy.
  /// - Parameters:
  ///   - share: how much of the main thread's time deliveries may take; more than 0, up to 1.
  ///   - maximumWait: how long an update waits at most, even if that exceeds the share.
  public init(share: Double = 0.25, maximumWait: Duration = .seconds(2)) {
    precondition(share > 0 && share <= 1, "A share is more than 0, and at most 1.")
    self.share = share
    self.maximumWait = maximumWait.wholeNanoseconds
  }

  /// When the deliveries have been paid for, as far as that is waited for.
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
    cost.learn(timing)
    let taken = timing.mainNanoseconds.adding(orNever: cost.layoutNanoseconds)
    paidFor = max(paidFor, timing.start).adding(orNever: pause(after: taken))
    next = min(
      paidFor, timing.start.adding(orNever: max(cost.longest, pause(after: cost.usualMost))))
  }

  /// Makes what is pending, or comes next, due at once.
  public mutating func reset() { (next, paidFor) = (0, 0) }

  /// Keeps what is pending and what was learnt. The last delivery is paid for at the old share.
  public mutating func inherit(from old: BudgetPolicy) -> Bool {
    (cost, next, paidFor, first) = (old.cost, old.next, old.paidFor, old.first)
    return true
  }

  private func pause(after taken: UInt64) -> UInt64 {
    DeliveryCost.patience(nanoseconds: taken, price: share)
  }
}
