extension ChangeSet {
  /// Computes what turns `old` into `new`, with as few changes as possible.
  ///
  /// Rows are the same if their identities are equal. Of the rows that both lists have, as many as
  /// possible keep their place; the others move. A row that keeps its place and has new content is
  /// reloaded; one that moves and has new content is deleted and inserted, for a collection view
  /// refuses to move and to reload a row in one batch update (IGListKit does the same).
  ///
  /// Identities must be unique. What the two lists share at their beginnings and ends is not
  /// searched; where the rest of either list has an identity twice, there is no change set. One
  /// that there is turns `old` into `new` in any case.
  ///
  /// Complexity: O(n log n) time, O(n) memory, however many changes there are.
  /// - Parameters:
  ///   - old: the rows before.
  ///   - new: the rows after.
  /// - Returns: nil because of an identity that occurs twice; reload the view then.
  public init?<Row: Identifiable & Equatable>(from old: [Row], to new: [Row]) {
    let ends = SharedEnds(old, new)
    guard let origins = origins(of: new[ends.after], in: old[ends.before]) else { return nil }
    var isLeaving = [Bool](repeating: true, count: ends.before.count)
    var inserts: [Int] = []
    var moves: [Move] = []
    var reloads = ends.reloadsAtStart
    for (to, (origin, stays)) in zip(ends.after, zip(origins, origins.isInLongestIncrease)) {
      let isChanged = origin.map { old[$0] != new[to] } ?? false
      guard let from = origin, stays || !isChanged else {
        inserts.append(to)
        continue
      }
      isLeaving[from - ends.before.lowerBound] = false
      if !stays {
        moves.append(Move(from: from, to: to))
      } else if isChanged {
        reloads.append(from)
      }
    }
    deletes = ends.before.filter { isLeaving[$0 - ends.before.lowerBound] }
    self.inserts = inserts
    self.moves = moves
    self.reloads = reloads + ends.reloadsAtEnd
  }
}

/// For each row of `new`, its position in `old`, or nil for a row that arrives; nil as a whole if an
/// identity occurs twice. O(n).
func origins<Row: Identifiable>(
  of new: ArraySlice<Row>, in old: ArraySlice<Row>
) -> [Int?]? {
  /// Where the identity was found among the new rows already.
  let taken = -1
  var positions = [Row.ID: Int](minimumCapacity: max(old.count, new.count))
  for position in old.indices {
    guard positions.updateValue(position, forKey: old[position].id) == nil else { return nil }
  }
  var origins: [Int?] = []
  origins.reserveCapacity(new.count)
  for row in new {
    let origin = positions.updateValue(taken, forKey: row.id)
    guard origin != taken else { return nil }
    origins.append(origin)
  }
  return origins
}
