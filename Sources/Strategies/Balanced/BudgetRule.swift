/// Due when the last delivery's time on main is no more than a share of the time since its start.
struct BudgetRule: DeliveryRule {
  private let share: Double
  private var layout = DeliveryCost()
  private var next: UInt64 = 0

  init(share: Double) {
    precondition(share > 0 && share <= 1, "A share of main's time is more than 0, and at most 1.")
    self.share = share
  }

  var due: UInt64 { next }

  mutating func arrived(_ count: Int, at now: UInt64) {}

  mutating func began(at now: UInt64) {}

  /// A delivery that was made before it was due, by `flush`, begins anew: its caller wanted it.
  mutating func ended(_ timing: DeliveryTiming) {
    var cost = timing.end - timing.start
    if let settled = timing.settled {
      layout.learn(nanoseconds: settled - timing.end)
      cost = cost.adding(orNever: layout.nanoseconds)
    }
    let pause = DeliveryCost.patience(nanoseconds: cost, price: share)
    next = max(next, timing.start.adding(orNever: pause))
  }

  mutating func dropped() {}
}
