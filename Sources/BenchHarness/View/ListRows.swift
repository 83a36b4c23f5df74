/// One row of a list: its identity, and the number of the update that the row shows.
public struct ListRow: Identifiable, Equatable, Sendable {
  /// The row's identity.
  public let id: Int
  /// The number of the update that the row shows.
  public var value: Int

  /// Makes a row.
  public init(id: Int, value: Int) {
    self.id = id
    self.value = value
  }
}

/// The contents of a list: rows by identity and, optionally, their order.
public struct ListRows: Sendable {
  private var list: [ListRow]?
  /// The last known position of each row; nil until needed.
  private var places: [Int: Int]?
  /// The number of the update that each row shows; unused if the order is kept.
  private var numbers: RowNumbers

  /// Makes an empty list with room for `capacity` rows.
  public init(isOrdered: Bool, capacity: Int = 0) {
    numbers = RowNumbers(capacity: isOrdered ? 0 : capacity)
    guard isOrdered else { return }
    places = Dictionary(minimumCapacity: capacity)
    list = []
    list?.reserveCapacity(capacity)
  }

  /// Makes a list of these rows, in this order.
  public init(_ rows: [ListRow]) {
    list = rows
    numbers = RowNumbers(capacity: 0)
  }

  /// The number of the update that each row shows, by the row's identity. O(rows), or O(capacity) without an order.
  public var values: [Int: Int] {
    list.map { Dictionary($0.map { ($0.id, $0.value) }) { _, newer in newer } } ?? numbers.all
  }

  /// The number of the update that a row shows; nil if there is no such row. O(rows) if the order is kept.
  public func value(of row: Int) -> Int? {
    guard let list else { return numbers[row] }
    return list.first { $0.id == row }?.value
  }

  /// The identities in the order of the list; nil if the order is not kept. O(rows).
  public var order: [Int]? { list?.map(\.id) }

  /// The number of rows.
  public var count: Int { list?.count ?? numbers.count }

  /// The rows in their order; sorted by identity if the order is not kept.
  public var inOrder: [ListRow] {
    list ?? values.sorted { $0.key < $1.key }.map { ListRow(id: $0, value: $1) }
  }

  /// Applies a change to the row with the same identity. O(rows) if the order is kept.
  public mutating func take(_ change: RowChange) {
    guard list != nil else {
      if change.kind != .move || numbers[change.row] != nil {
        numbers[change.row] = change.kind == .delete ? nil : change.index
      }
      return
    }
    let place = place(of: change.row)
    switch change.kind {
    case .insert, .change:
      guard let place else {
        return insert(change, at: change.kind == .insert ? change.position : nil)
      }
      list?[place].value = change.index
    case .delete, .move:
      guard let place else { return }
      list?.remove(at: place)
      if change.kind == .move { return insert(change, at: change.position) }
      places?[change.row] = nil
    }
  }

  private mutating func place(of row: Int) -> Int? {
    guard let list else { return nil }
    if places == nil {
      places = Dictionary(list.enumerated().map { ($1.id, $0) }) { _, later in later }
    }
    guard let place = places?[row] else { return nil }
    if place < list.count, list[place].id == row { return place }
    let found = list.firstIndex { $0.id == row }
    places?[row] = found
    return found
  }

  private mutating func insert(_ change: RowChange, at position: Int?) {
    let end = list?.count ?? 0
    let place = min(position ?? end, end)
    list?.insert(ListRow(id: change.row, value: change.index), at: place)
    places?[change.row] = place
  }

  func hasValues(of other: ListRows) -> Bool {
    list == nil && other.list == nil ? numbers == other.numbers : values == other.values
  }
}
