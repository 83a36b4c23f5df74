/// One row of a list: its identity, and the number of the update that it shows.
public struct ListRow: Identifiable, Equatable, Sendable {
  /// The row's identity.
  public let id: Int
  /// The number of the update that it shows.
  public var value: Int

  /// Makes a row.
  public init(id: Int, value: Int) {
    self.id = id
    self.value = value
  }
}

/// The contents of a list: rows by identity and, where it is asked for, their order.
public struct ListRows: Sendable, Equatable {
  /// Each row's identity with the number of the update that it shows.
  public private(set) var values: [Int: Int]
  /// The identities in the order of the list; nil where the order is not kept.
  public private(set) var order: [Int]?

  /// No rows, with room for `capacity` of them.
  public init(isOrdered: Bool, capacity: Int = 0) {
    values = Dictionary(minimumCapacity: capacity)
    order = isOrdered ? [] : nil
    order?.reserveCapacity(capacity)
  }

  /// These rows, in this order.
  public init(_ rows: [ListRow]) {
    values = Dictionary(rows.map { ($0.id, $0.value) }) { _, newer in newer }
    order = rows.map(\.id)
  }

  /// How many rows there are.
  public var count: Int { values.count }

  /// The rows in their order; without one, by identity.
  public var inOrder: [ListRow] {
    (order ?? values.keys.sorted()).compactMap { id in
      values[id].map { ListRow(id: id, value: $0) }
    }
  }

  /// Takes in one change, its row found by identity; O(rows) where the order is kept and changes.
  public mutating func take(_ change: RowChange) {
    switch change.kind {
    case .insert, .change:
      if values.updateValue(change.index, forKey: change.row) == nil {
        insert(change.row, at: change.kind == .insert ? change.position : nil)
      }
    case .delete:
      if values.removeValue(forKey: change.row) != nil { order?.removeAll { $0 == change.row } }
    case .move:
      guard values[change.row] != nil else { return }
      values[change.row] = change.index
      order?.removeAll { $0 == change.row }
      insert(change.row, at: change.position)
    }
  }

  private mutating func insert(_ row: Int, at position: Int?) {
    guard let end = order?.count else { return }
    order?.insert(row, at: min(position ?? end, end))
  }
}
