/// The bench's own view: real CPU work by a cost model, rows by identity, nothing on a screen.
final class HeadlessListView: ListView {
  private(set) var needsLayout = false
  private(set) var rows: [Int: Int]

  private let costs: CostModel
  private let spend: (UInt64) -> Void

  /// - Parameters:
  ///   - costs: what the work costs.
  ///   - rowCapacity: how many rows there can be; known beforehand, so that no row allocates.
  ///   - spend: keeps main busy for so many nanoseconds.
  init(costs: CostModel, rowCapacity: Int, spend: @escaping (UInt64) -> Void) {
    self.costs = costs
    self.spend = spend
    rows = Dictionary(minimumCapacity: rowCapacity)
  }

  func reload() {
    needsLayout = true
    pay(costs.reloadNanoseconds)
  }

  func apply(_ change: RowChange) {
    needsLayout = true
    pay(costs.rowChangeNanoseconds)
    show(change)
  }

  func apply(_ batch: BatchUpdate) throws(ListViewError) {
    let inserted = batch.changes.count { $0.kind == .insert }
    let deleted = batch.changes.count { $0.kind == .delete }
    guard batch.rowCountAfter == rows.count + inserted - deleted else {
      throw .invalidUpdate(
        before: rows.count, inserted: inserted, deleted: deleted, after: batch.rowCountAfter)
    }
    needsLayout = true
    pay(costs.rowChangeNanoseconds * UInt64(batch.changes.count))
    for change in batch.changes { show(change) }
  }

  func show(_ change: RowChange) {
    switch change.kind {
    case .insert, .change: rows[change.row] = change.index
    case .delete: rows[change.row] = nil
    }
  }

  func layOut() {
    needsLayout = false
    pay(costs.layoutNanoseconds)
  }

  private func pay(_ nanoseconds: UInt64) {
    if nanoseconds > 0 { spend(nanoseconds) }
  }
}
