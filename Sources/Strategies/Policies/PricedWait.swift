import Coalesce

/// Pending updates whose waiting is weighed against the cost of a delivery.
struct PricedWait: Sendable {
  /// How much main-thread time, in nanoseconds, one nanosecond of one update's waiting is worth.
  let price: Double
  var cost: DeliveryCost { didSet { derive() } }
  /// How many nanoseconds one update can wait before its waiting is worth a delivery. Stored because it is read often.
  private(set) var patience: UInt64 = 0
  /// The longest wait in nanoseconds; at least the time of a delivery, so that the main thread can do other work.
  private var longestWait: UInt64 = 0
  var wait = PendingWait()
  let maximumWait: UInt64?

  init(
    price: Double, deliveryCost: Duration?, assumed: Duration = .zero, maximumWait: Duration?
  ) {
    require(price > 0 && price.isFinite, "A price must be more than 0 and finite, not \(price).")
    self.price = price
    cost = DeliveryCost(known: deliveryCost, assumed: assumed)
    // If neither a maximum nor a cost is given, the maximum is a second.
    self.maximumWait =
      (maximumWait ?? (deliveryCost == nil ? .seconds(1) : nil))?.wholeNanoseconds
    derive()
  }

  private mutating func derive() {
    patience = DeliveryCost.patience(nanoseconds: cost.nanoseconds, price: price)
    longestWait = max(maximumWait ?? .max, cost.nanoseconds)
  }

  /// When to deliver; `.max` if nothing is pending.
  var due: UInt64 {
    guard !wait.isEmpty else { return .max }
    return min(wait.time(reaching: patience), wait.oldest.adding(orNever: longestWait))
  }

  mutating func inherit(from old: PricedWait) {
    cost.inherit(from: old.cost)
    wait = old.wait
  }
}
