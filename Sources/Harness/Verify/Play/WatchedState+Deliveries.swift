import Strategies

/// What deliveries do. All answer the updates that they show.
extension WatchedState {
  /// Reads those sections of the model whose bits are set.
  mutating func reload(sections: UInt) -> [Int] {
    let isRead = { (row: Int) in sections >> UInt(row % StrategyEntry.sectionCount) & 1 == 1 }
    var read: [Int] = []
    for section in unread.indices where isRead(section) {
      read += unread[section]
      unread[section] = []
    }
    view = ListRows(view.inOrder.filter { !isRead($0.id) } + model.inOrder.filter { isRead($0.id) })
    return read
  }

  /// Applies one change.
  mutating func apply(_ change: RowChange) -> [Int] {
    guard updates.indices.contains(change.index) else {
      fault(.finalState, "an update was applied that nobody submitted")
      return []
    }
    let producer = updates[change.index].producer
    if let last = lastApplied[producer], last >= change.index {
      let order = last == change.index ? "twice" : "after \(name(last))"
      fault(.order, "\(name(change.index)) was applied \(order)")
    }
    lastApplied[producer] = change.index
    view.take(change)
    return [change.index]
  }

  /// Shows the rows of a snapshot, by a batch update or a reload.
  mutating func apply(_ update: ListUpdate<ListRow>) -> [Int] {
    if case .batch(let changes, let rows) = update { check(changes, rows) }
    view = ListRows(update.rows)
    isList = true
    guard let snapshot = snapshots.last(where: { $0.rows == update.rows }) else {
      fault(.finalState, "rows were shown that no snapshot had")
      return []
    }
    if snapshot.count < newestShown {
      fault(.order, "rows of \(snapshot.count) updates were shown after rows of \(newestShown)")
    }
    let first = newestShown
    newestShown = max(newestShown, snapshot.count)
    return Array(first..<newestShown)
  }

  /// A view refuses a batch update that does not turn what it shows into what it is to show.
  private mutating func check(_ changes: ChangeSet, _ rows: [ListRow]) {
    do {
      let after = try changes.applied(to: view.inOrder, dataSource: rows)
      if after != rows { fault(.finalState, "a batch update leaves out changes of rows") }
    } catch {
      fault(.finalState, "the view refuses a batch update: \(error)")
    }
  }
}
