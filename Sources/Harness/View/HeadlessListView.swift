import Strategies

/// The bench's own view: real CPU work by a cost model, rows by identity, nothing on a screen.
final class HeadlessListView: ListView {
  private(set) var needsLayout = false
  private(set) var rows: ListRows

  private let costs: CostModel
  private let spend: (UInt64) -> Void
  private var animations = RunningAnimations()

  /// - Parameters:
  ///   - costs: what the work costs.
  ///   - isOrdered: whether the order of the rows is kept.
  ///   - rowCapacity: how many rows there can be; known beforehand, so that no row allocates.
  ///   - spend: keeps main busy for so many nanoseconds.
  init(
    costs: CostModel, isOrdered: Bool = false, rowCapacity: Int,
    spend: @escaping (UInt64) -> Void
  ) {
    self.costs = costs
    self.spend = spend
    rows = ListRows(isOrdered: isOrdered, capacity: rowCapacity)
  }

  func reload(share: Double) {
    needsLayout = true
    pay(UInt64((Double(costs.reloadNanoseconds) * share).rounded()))
  }

  func apply(_ change: RowChange) {
    needsLayout = true
    pay(costs.rowChangeNanoseconds)
    rows.take(change)
  }

  func apply(_ changes: ChangeSet, data: [ListRow]) throws(StrategyError) {
    let after = try changes.applied(to: rows.inOrder, dataSource: data)
    needsLayout = true
    pay(costs.rowChangeNanoseconds * UInt64(changes.count))
    rows = ListRows(after)
  }

  func show(_ change: RowChange) { rows.take(change) }

  func show(_ rows: ListRows) { self.rows = rows }

  func animationsInFlight(atNanoseconds now: UInt64) -> Int {
    animations.count(atNanoseconds: now)
  }

  func animate(atNanoseconds now: UInt64, until end: UInt64) throws(TooManyAnimations) {
    try animations.begin(atNanoseconds: now, until: end)
  }

  func layOut(isOnScreen: Bool) {
    needsLayout = false
    if isOnScreen { pay(costs.layoutNanoseconds) }
  }

  private func pay(_ nanoseconds: UInt64) {
    if nanoseconds > 0 { spend(nanoseconds) }
  }
}
