import Coalesce
import CoalesceStrategies

/// The bench's own view: real CPU work by a cost model, rows by identity, nothing on a screen.
final class HeadlessListView: ListView {
  private(set) var needsLayout = false
  private(set) var rows: ListRows

  private let costs: CostModel
  private let spend: (UInt64) -> Void
  private let sections: Int

  /// - Parameters:
  ///   - request: of its rows, it reserves as many as there can be, so that no row allocates.
  ///   - costs: what the work costs.
  ///   - spend: keeps main busy for so many nanoseconds.
  init(_ request: ViewRequest, costs: CostModel, spend: @escaping (UInt64) -> Void) {
    self.costs = costs
    self.spend = spend
    sections = request.sections
    rows = ListRows(isOrdered: request.isOrdered, capacity: request.rowCapacity)
  }

  var readsAtLayout: Bool { true }

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

  private func pay(_ nanoseconds: UInt64) {
    if nanoseconds > 0 { spend(nanoseconds) }
  }
}

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

/// The animations of a view that have not ended.
struct RunningAnimations {
  /// As many as UICollectionView has in flight: the thirty-second is an error.
  static let limit = 31

  private var ends: [UInt64] = []

  init() { ends.reserveCapacity(Self.limit) }

  mutating func count(atNanoseconds now: UInt64) -> Int {
    ends.removeAll { $0 <= now }
    return ends.count
  }

  /// Returns whether there is room for one more.
  mutating func begin(atNanoseconds now: UInt64, until end: UInt64) -> Bool {
    guard count(atNanoseconds: now) < Self.limit else { return false }
    ends.append(end)
    return true
  }
}
