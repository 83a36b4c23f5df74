extension ChangeSet {
  /// Computes what turns `old` into `new`, with as few changes as possible.
  ///
  /// Rows are the same if their identities are equal. Of the rows that both lists have, as many as
  /// possible keep their place; the others move. A row that keeps its place and has new content is
  /// reloaded; one that moves and has new content is deleted and inserted, for a collection view
  /// refuses to move and to reload a row in one batch update (IGListKit does the same).
  ///
  /// Identities must be unique. What the two lists share at their beginnings and ends is not
  /// searched; where the rest of either list has an identity twice, the answer is nil: reload the
  /// view then. A change set turns `old` into `new` in any case.
  ///
  /// Complexity: O(n log n) time, O(n) memory, however many changes there are. Rejected was
  /// `CollectionDifference`: O(n · changes), and its inferred moves are not the fewest. Measured in
  /// release builds on a 2-core x86-64 machine with Linux and Swift 6.3, medians of several runs with
  /// whole numbers for identities; the ratio is the time of `difference(from:).inferringMoves()` on
  /// the identities alone, divided by the time of this:
  ///
  ///     rows    changes         this             ratio
  ///     500     5, scattered    10–18 µs         1–3
  ///     500     50, scattered   20–35 µs         10–16
  ///     500     shuffled        20–50 µs         190–520
  ///     10 000  5, appended     8 µs             14–19
  ///     10 000  5, scattered    0.25–0.7 ms      0.4–0.8
  ///     10 000  1000, scattered 0.5–0.7 ms       23–28
  ///     10 000  shuffled        0.8–1.2 ms       2 600–5 000
  ///
  /// With strings for identities this takes 2 to 4 times as long, and the ratio is about half.
  /// - Parameters:
  ///   - old: the rows before.
  ///   - new: the rows after.
  @inlinable
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
@inlinable
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
