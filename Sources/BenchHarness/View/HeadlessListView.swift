import Coalesce
import CoalesceStrategies

/// The built-in view, which draws nothing and spends CPU time according to a cost model.
class HeadlessListView: ListView {
  let readsAtLayout: Bool
  // Unchecked exclusivity: these properties are accessed on the main thread only, never across a call to other code.
  @exclusivity(unchecked) private(set) var needsLayout = false
  @exclusivity(unchecked) private(set) var rows: ListRows

  private let costs: CostModel
  private let spend: (UInt64) -> Void
  private let sections: Int

  init(
    _ request: ViewRequest, costs: CostModel, readsAtLayout: Bool = true,
    spend: @escaping (UInt64) -> Void
  ) {
    self.readsAtLayout = readsAtLayout
    self.costs = costs
    self.spend = spend
    sections = request.sections
    rows = ListRows(isOrdered: request.isOrdered, capacity: request.roomForRows)
  }

  func reload(sections flags: UpdateFlags) {
    needsLayout = true
    pay(costs.reloadNanoseconds(of: flags, outOf: sections))
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

  func layOut(isOnScreen: Bool) {
    needsLayout = false
    if isOnScreen { pay(costs.layoutNanoseconds(ofRows: rows.count)) }
  }

  func deliveryEnded() {}

  private func pay(_ nanoseconds: UInt64) {
    if nanoseconds > 0 { spend(nanoseconds) }
  }
}
