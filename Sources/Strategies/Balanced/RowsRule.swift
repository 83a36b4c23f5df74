/// As ``BalancedRule``, where a delivery takes the cheaper of one reload and one change a row.
struct RowsRule: DeliveryRule {
  typealias Form = RowsForm

  private let price: Double
  private var reload: DeliveryCost
  private var change: DeliveryCost
  private var layout: DeliveryCost
  private var wait = PendingWait()
  private var underWay: (form: RowsForm, count: UInt64)?

  /// More changes than this are worth a reload whose cost nobody knows yet.
  static let changesBeforeReload: UInt64 = 32

  init(price: Double, costs: RowCosts?) {
    precondition(price > 0 && price.isFinite, "A price is more than 0, and finite.")
    self.price = price
    reload = DeliveryCost(known: costs?.reload)
    change = DeliveryCost(known: costs?.change)
    layout = DeliveryCost(known: costs?.layout)
  }

  var due: UInt64 {
    let cheapest = form == .reload ? reload.nanoseconds : changesNanoseconds
    return wait.time(reaching: DeliveryCost.patience(nanoseconds: cheapest, price: price))
  }

  mutating func arrived(_ count: Int, at now: UInt64) {
    wait.add(count, at: now)
  }

  mutating func began(at now: UInt64) -> RowsForm {
    let form = form
    underWay = (form, wait.count)
    dropped()
    return form
  }

  mutating func ended(_ timing: DeliveryTiming) {
    guard let settled = timing.settled, let (form, count) = underWay else { return }
    underWay = nil
    switch form {
    case .reload: reload.learn(nanoseconds: settled - timing.start)
    case .changes:
      change.learn(nanoseconds: (timing.end - timing.start) / max(1, count))
      layout.learn(nanoseconds: settled - timing.end)
    }
  }

  mutating func dropped() { wait = PendingWait() }

  /// The cheaper form.
  private var form: RowsForm {
    guard reload.nanoseconds > 0 else {
      return wait.count > Self.changesBeforeReload ? .reload : .changes
    }
    return reload.nanoseconds <= changesNanoseconds ? .reload : .changes
  }

  private var changesNanoseconds: UInt64 {
    let (changes, isOver) = change.nanoseconds.multipliedReportingOverflow(by: wait.count)
    return isOver ? .max : changes.adding(orNever: layout.nanoseconds)
  }
}
