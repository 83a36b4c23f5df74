extension ChangeSet {
  /// What a list view shows that showed `old` and applied this change set as one batch update.
  ///
  /// As a table view does, it reads from its data source the rows that arrive and those that are
  /// reloaded, and keeps its own copy of all others; and it refuses what does not fit.
  ///
  /// Complexity: O(n).
  /// - Parameters:
  ///   - old: the rows that the view shows.
  ///   - new: the rows of its data source, changed already.
  /// - Returns: the rows that the view shows then.
  /// - Throws: ``StrategyError/invalidUpdate(before:inserted:deleted:after:)`` or
  ///   ``StrategyError/badPosition(_:count:)``.
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

/// Positions of a list, each of which one change may name at most.
private struct PositionClaims {
  private(set) var isClaimed: [Bool]

  init(count: Int) { isClaimed = Array(repeating: false, count: count) }

  mutating func claim(_ positions: [Int]) throws(StrategyError) {
    for position in positions {
      guard isClaimed.indices.contains(position), !isClaimed[position] else {
        throw .badPosition(position, count: isClaimed.count)
      }
      isClaimed[position] = true
    }
  }
}
