/// An error of this library.
public enum StrategyError: Error, Equatable, Sendable {
  /// The row counts before and after do not fit the update's insertions and deletions. `UITableView` checks this, too.
  case invalidUpdate(before: Int, inserted: Int, deleted: Int, after: Int)
  /// A change names a row that does not exist or that another change already names.
  case badPosition(Int, count: Int)
}

extension StrategyError: CustomStringConvertible {
  /// Says what happened, then what to do.
  public var description: String {
    switch self {
    case .invalidUpdate(let before, let inserted, let deleted, let after):
      """
      Invalid update: \(before) rows + \(inserted) inserted − \(deleted) deleted ≠ \(after). Change the \
      data source inside the batch update.
      """
    case .badPosition(let position, let count):
      """
      Invalid update: position \(position) is named twice, or is not one of \(count) rows. Apply each \
      change set to the rows that it was computed from.
      """
    }
  }
}
