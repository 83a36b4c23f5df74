import Coalesce

/// How many updates are waiting, and the sum of their waiting up to the newest arrival. O(1) in time and memory.
/// A sum of arrival times would overflow. The waiting reaches `UInt64.max` only when long overdue, and stays there.
struct PendingWait: Sendable {
  private(set) var count: UInt64 = 0
  private var waited: UInt64 = 0
  private(set) var newest: UInt64 = 0
  private(set) var oldest: UInt64 = 0

  var isEmpty: Bool { count == 0 }

  /// Adds updates that wait from `now` or the newest arrival, whichever is later: the clock may be read out of order.
  mutating func add(_ added: Int, at now: UInt64) {
    let now = isEmpty ? now : max(now, newest)
    if isEmpty { oldest = now }
    waited = isEmpty ? 0 : total(at: now)
    newest = now
    count += UInt64(added)
  }

  func total(at now: UInt64) -> UInt64 {
    guard now > newest else { return waited }
    let (more, isOver) = count.multipliedReportingOverflow(by: now - newest)
    return isOver ? .max : waited.adding(orNever: more)
  }

  /// When the waiting adds up to `total` if no other update arrives; `.max` if no update is pending.
  func time(reaching total: UInt64) -> UInt64 {
    guard !isEmpty else { return .max }
    guard total > waited else { return newest }
    let missing = total - waited
    return newest.adding(orNever: missing / count + (missing % count == 0 ? 0 : 1))
  }
}

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
