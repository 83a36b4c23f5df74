public import Coalesce

/// The row changes of one delivery, in their order.
///
/// The newest of several changes of a row takes the place of the first. Inserts, deletes and moves are never merged,
/// and separate the changes of their row. A batch with more entries than its limit forgets them and means a reload, so
/// that it stays small. Merging takes O(1) for each entry, amortised.
public struct RowBatch: PlainUpdate {
  /// A change, and how many entries a batch may have.
  public typealias Plain = (change: RowChange, limit: Int)

  /// Empty if there were more than the limit.
  public private(set) var changes: [RowChange]
  /// How many updates it stands for.
  public private(set) var updateCount = 1
  private let limit: Int
  /// By row, where its newest entry is.
  private var places: [Int: Int]

  /// A batch of one change.
  public init(_ plain: Plain) {
    changes = [plain.change]
    limit = plain.limit
    places = [plain.change.row: 0]
  }

  /// Whether the view is to be reloaded, because there were too many changes.
  public var isReload: Bool { changes.isEmpty }

  /// Appends the newer changes.
  public mutating func merge(_ newer: RowBatch) {
    updateCount += newer.updateCount
    if newer.isReload { forget() }
    for change in newer.changes { take(change) }
  }

  /// Appends the newer change.
  public mutating func _merge(exchanging plain: inout Plain) {
    updateCount += 1
    take(plain.change)
  }

  private mutating func take(_ change: RowChange) {
    guard !isReload else { return }
    if change.kind == .change, let place = places[change.row], changes[place].kind == .change {
      return changes[place] = change
    }
    guard changes.count < limit else { return forget() }
    places[change.row] = changes.count
    changes.append(change)
  }

  private mutating func forget() { (changes, places) = ([], [:]) }
}
