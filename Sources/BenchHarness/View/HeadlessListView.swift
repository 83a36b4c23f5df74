import Coalesce
import CoalesceStrategies

/// The built-in view, which draws nothing and spends CPU time according to a cost model.
class HeadlessListView: ListView {
  let readsAtLayout: Bool
  // Unchecked exclusivity: these properties are accessed on the main thread only, never across a call to other code.
  @exclusivity(unchecked) private(set) var needsLayout = false
  @exclusivity(unchecked) private(set) var rows: ListRows

  // The rows that the next layout commit pays for: all visible rows, or those that were changed.
  @exclusivity(unchecked) private var isReloaded = false
  @exclusivity(unchecked) private var isChanged: [Bool]
  @exclusivity(unchecked) private var changedCount = 0

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
    isChanged = Array(repeating: false, count: costs.visibleRows)
    rows = ListRows(isOrdered: request.isOrdered, capacity: request.roomForRows)
  }

  func reload(sections flags: UpdateFlags) {
    needsLayout = true
    isReloaded = true
    pay(UInt64(Double(costs.reloadNanoseconds(of: flags, outOf: sections)) * reloadShare))
  }

  func apply(_ change: RowChange) {
    changeRow(change.row)
    rows.take(change)
  }

  func apply(_ changes: ChangeSet, data: [ListRow]) throws(StrategyError) {
    let after = try changes.applied(to: rows.inOrder, dataSource: data)
    let added = changes.inserts + changes.moves.map(\.to)
    for row in changes.deletes + added + changes.reloads { changeRow(row) }
    rows = ListRows(after)
  }

  private func changeRow(_ row: Int) {
    needsLayout = true
    if isChanged.indices.contains(row), !isChanged[row] {
      isChanged[row] = true
      changedCount += 1
    }
    pay(changeNanoseconds(ofRow: row))
  }

  /// The share of its usual cost that a reload takes now.
  var reloadShare: Double { 1 }

  /// The cost of changing a row inside the delivery; called once for each change.
  func changeNanoseconds(ofRow row: Int) -> UInt64 { costs.rowChangeNanoseconds }

  func show(_ change: RowChange) { rows.take(change) }

  func show(_ rows: ListRows) { self.rows = rows }

  func layOut(isOnScreen: Bool) {
    let changed = isReloaded ? costs.visibleRows : changedCount
    if changedCount > 0 { for row in isChanged.indices { isChanged[row] = false } }
    (needsLayout, isReloaded, changedCount) = (false, false, 0)
    if isOnScreen { pay(costs.layoutNanoseconds(ofRows: rows.count, changed: changed)) }
  }

  func deliveryEnded() {}

  private func pay(_ nanoseconds: UInt64) {
    if nanoseconds > 0 { spend(nanoseconds) }
  }
}
