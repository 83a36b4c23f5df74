/// The difference between two lists of rows with unique identities, as one batch update of a list view.
///
/// Positions follow the convention of `UITableView` and `UICollectionView`: those of deleted and reloaded rows are from
/// before the update, those of inserted rows from after it. A row that keeps its content and its place among the others
/// is not listed. ``init(from:to:)`` makes change sets whose parts fit together.
public struct ChangeSet: Sendable, Equatable {
  /// A row that moves and keeps its content.
  public struct Move: Sendable, Equatable {
    /// The position before the update.
    public let from: Int
    /// The position after the update.
    public let to: Int

    /// Makes a move.
    public init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  /// The positions, before the update, of deleted rows, ascending.
  public let deletes: [Int]

  /// The positions, after the update, of inserted rows, ascending.
  public let inserts: [Int]

  /// The rows that move, ascending by ``Move/to``.
  public let moves: [Move]

  /// The positions, before the update, of rows that keep their place and have new content, ascending.
  public let reloads: [Int]

  /// Makes a change set by hand. If it does not fit the rows, ``applied(to:dataSource:)`` throws an error.
  public init(deletes: [Int] = [], inserts: [Int] = [], moves: [Move] = [], reloads: [Int] = []) {
    self.deletes = deletes
    self.inserts = inserts
    self.moves = moves
    self.reloads = reloads
  }

  /// How many changes the view must make.
  public var count: Int { deletes.count + inserts.count + moves.count + reloads.count }

  /// Whether there are no changes.
  public var isEmpty: Bool { count == 0 }
}

extension ChangeSet {
  /// Returns the rows that a list view of `old` will show after this change set is applied as one batch update.
  ///
  /// Like a table view, this takes inserted and reloaded rows from the data source and all others from `old`, and
  /// refuses a change set that does not fit the rows. Complexity: O(n) for n rows.
  /// - Throws: ``StrategyError/invalidUpdate(before:inserted:deleted:after:)`` or
  ///   ``StrategyError/badPosition(_:count:)``.
  @inlinable
  public func applied<Row>(to old: [Row], dataSource new: [Row]) throws(StrategyError) -> [Row] {
    guard new.count == old.count + inserts.count - deletes.count else {
      throw .invalidUpdate(
        before: old.count, inserted: inserts.count, deleted: deletes.count, after: new.count)
    }
    var before = PositionClaims(count: old.count)
    try before.claim(deletes)
    try before.claim(moves.map(\.from))
    let leaving = before
    try before.claim(reloads)
    var after = PositionClaims(count: new.count)
    try after.claim(inserts)
    try after.claim(moves.map(\.to))
    var rows = new
    for move in moves { rows[move.to] = old[move.from] }
    let staying = old.indices.filter { !leaving.isClaimed[$0] }
    let places = new.indices.filter { !after.isClaimed[$0] }
    for (from, to) in zip(staying, places) where !before.isClaimed[from] {
      rows[to] = old[from]
    }
    return rows
  }
}

extension ChangeSet {
  /// Records which positions of a list the changes name. Naming a position twice, or one out of range, throws an error.
  @usableFromInline
  struct PositionClaims {
    @usableFromInline private(set) var isClaimed: [Bool]

    @usableFromInline
    init(count: Int) { isClaimed = Array(repeating: false, count: count) }

    @usableFromInline
    mutating func claim(_ positions: [Int]) throws(StrategyError) {
      for position in positions {
        guard isClaimed.indices.contains(position), !isClaimed[position] else {
          throw .badPosition(position, count: isClaimed.count)
        }
        isClaimed[position] = true
      }
    }
  }
}
