/// Due when the waiting of the pending updates, at its price, is worth a delivery.
struct BalancedRule: DeliveryRule {
  private let price: Double
  private var cost: DeliveryCost
  private var wait = PendingWait()

  init(price: Double, cost: DeliveryCost) {
    precondition(price > 0 && price.isFinite, "A price is more than 0, and finite.")
    self.price = price
    self.cost = cost
  }

  var due: UInt64 { wait.time(reaching: patience) }

  mutating func arrived(_ count: Int, at now: UInt64) { wait.add(count, at: now) }

  mutating func began(at now: UInt64) { wait = PendingWait() }

  mutating func ended(_ timing: DeliveryTiming) {
    guard let settled = timing.settled else { return }
    cost.learn(nanoseconds: settled - timing.start)
  }

  mutating func dropped() { wait = PendingWait() }

  private var patience: UInt64 {
    DeliveryCost.patience(nanoseconds: cost.nanoseconds, price: price)
  }
}
