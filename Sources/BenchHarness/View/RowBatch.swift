public import Coalesce

/// The row changes of one delivery, in order.
///
/// A newer change of a row takes the place of the row's previous change. Inserts, deletes and moves are never merged;
/// changes of a row before and after them stay separate. A batch that exceeds its limit drops its entries and becomes a
/// reload, so that it stays small. Merging takes amortised O(1) for each entry.
public struct RowBatch: PlainUpdate {
  /// A change, and the maximum number of entries in a batch.
  public typealias Plain = (change: RowChange, limit: Int)

  /// The changes in order; empty if there were more than the limit.
  public private(set) var changes: [RowChange]
  /// The number of updates in the batch, including merged ones.
  public private(set) var updateCount = 1
  private let limit: Int
  /// The position in ``changes`` of each row's newest entry.
  private var places: [Int: Int]

  /// Makes a batch of one change.
  public init(_ plain: Plain) {
    changes = [plain.change]
    limit = plain.limit
    places = [plain.change.row: 0]
  }

  /// Makes a batch of all these changes, one or more, in order.
  package init(all changes: [RowChange]) {
    self.changes = changes
    updateCount = changes.count
    limit = .max
    places = [:]
  }

  /// Whether the view must be reloaded, because there were too many changes.
  public var isReload: Bool { changes.isEmpty }

  /// Merges the newer changes into this batch.
  public mutating func merge(_ newer: RowBatch) {
    updateCount += newer.updateCount
    if newer.isReload { forget() }
    for change in newer.changes { take(change) }
  }

  /// Merges the newer change into this batch.
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
