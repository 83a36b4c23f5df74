/// What can go wrong in this library.
public enum StrategyError: Error, Equatable, Sendable {
  /// The number of rows after is not that before, plus inserted, minus deleted: `UITableView`'s
  /// check.
  case invalidUpdate(before: Int, inserted: Int, deleted: Int, after: Int)
  /// A change names a row that does not exist, or that another change names, too.
  case badPosition(Int, count: Int)
}

extension StrategyError: CustomStringConvertible {
  /// What happened, then what to do.
  public var description: String {
    switch self {
    case .invalidUpdate(let before, let inserted, let deleted, let after):
      """
      Invalid update: \(after) rows after it, but \(before) before it + \(inserted) inserted \
      − \(deleted) deleted. Change the data source inside the batch update.
      """
    case .badPosition(let position, let count):
      """
      Invalid update: two changes name position \(position), or there is none among \(count) \
      rows. Apply each change set to the rows that it was computed from.
      """
    }
  }
}
