import CoalesceStrategies
import Testing

struct ChangeSetTests {
  /// Rows are written "identity:content".
  struct Example: Sendable {
    let old: String
    let new: String
    let changes: ChangeSet

    init(
      _ old: String, _ new: String, deletes: [Int] = [], inserts: [Int] = [],
      moves: KeyValuePairs<Int, Int> = [:], reloads: [Int] = []
    ) {
      self.old = old
      self.new = new
      changes = ChangeSet(
        deletes: deletes, inserts: inserts, moves: moves.map { .init(from: $0, to: $1) },
        reloads: reloads)
    }
  }

  static let examples = [
    // Equal lists do not differ.
    Example("", ""), Example("1", "1"), Example("1 2:7 3", "1 2:7 3"),
    // Inserts have positions in the new list, deletes in the old list.
    Example("", "1", inserts: [0]), Example("1 2", "1 2 3 4", inserts: [2, 3]),
    Example("1 2 3", "8 1 9 2 3", inserts: [0, 2]), Example("1", "", deletes: [0]),
    Example("1 2 3 4", "3", deletes: [0, 1, 3]),
    Example("1 2", "3 4 5", deletes: [0, 1], inserts: [0, 1, 2]),
    // Rows that shift because of others are not part of the change set.
    Example("1 2 3 4 5", "2 3 9 4 5", deletes: [0], inserts: [2]),
    // New content is a reload, with its position in the old list.
    Example("1 2 3", "1 2:5 3", reloads: [1]),
    Example("1 2 3 4", "9 2 3:1 4:1", deletes: [0], inserts: [0], reloads: [2, 3]),
    Example("1 2 3 4", "1:1 9 3 2 4:1", inserts: [1], moves: [2: 2], reloads: [0, 3]),
    // As few rows as possible move.
    Example("1 2 3 4 5", "5 1 2 3 4", moves: [4: 0]),
    Example("1 2 3 4 5", "2 3 4 5 1", moves: [0: 4]), Example("1 2", "2 1", moves: [1: 0]),
    Example("1 2 3 4 5 6", "1 5 3 4 2 6", moves: [4: 1, 1: 4]),
    // A moved row with new content is deleted and inserted.
    Example("1 2 3 4", "4:1 1 2 3", deletes: [3], inserts: [0]),
    Example("1 2 3 4", "4:1 3 1 2", deletes: [3], inserts: [0], moves: [2: 1]),
    Example(
      "1 2 3 4 5", "5 9 1 3:1 8", deletes: [1, 3], inserts: [1, 4], moves: [4: 0], reloads: [2]),
    // A duplicate identity is allowed outside the difference.
    Example("1 1", "1 1 2", inserts: [2]), Example("1 2", "1 1 2", inserts: [1]),
    Example("1 1:3 2", "1 1:4 3", deletes: [2], inserts: [2], reloads: [1]),
    Example("1 1", "1", deletes: [1]),
  ]

  @Test(arguments: examples) func changeSetHasTheFewestChanges(_ example: Example) throws {
    let (old, new) = (ListRow.list(example.old), ListRow.list(example.new))
    let changes = try #require(ChangeSet(from: old, to: new))
    #expect(changes == example.changes)
    #expect(changes.isEmpty == (old == new))
    #expect(try changes.applied(to: old, dataSource: new) == new)
  }

  @Test(arguments: [
    ("1 1", "2"), ("2", "1 1"), ("5 1 2 1", "6 1 2"), ("5 1 2", "1 2 1"), ("1 9 9", "8"),
  ])
  func duplicateIdentityInTheDifferenceIsRefused(_ old: String, _ new: String) {
    #expect(ChangeSet(from: ListRow.list(old), to: ListRow.list(new)) == nil)
  }
}

/// A change set that does not fit the rows is refused, as by a table view.
struct ChangeSetApplicationTests {
  private let old = ListRow.list("1 2 3")

  @Test func inconsistentRowCountIsRefused() {
    #expect(
      throws: StrategyError.invalidUpdate(before: 3, inserted: 1, deleted: 0, after: 3)
    ) {
      try ChangeSet(inserts: [0]).applied(to: old, dataSource: old)
    }
  }

  @Test(arguments: [-1, 3, .max])
  func positionOutOfRangeIsRefused(_ position: Int) {
    for changes in [
      ChangeSet(deletes: [position], inserts: [2]), ChangeSet(deletes: [2], inserts: [position]),
      ChangeSet(reloads: [position]), ChangeSet(moves: [.init(from: position, to: 0)]),
      ChangeSet(moves: [.init(from: 0, to: position)]),
    ] {
      #expect(throws: StrategyError.badPosition(position, count: 3)) {
        try changes.applied(to: old, dataSource: ListRow.list("1 2 9"))
      }
    }
  }

  @Test(arguments: [
    ChangeSet(reloads: [1, 1]), ChangeSet(moves: [.init(from: 1, to: 0)], reloads: [1]),
    ChangeSet(deletes: [1], inserts: [0], reloads: [1]),
    ChangeSet(deletes: [0], inserts: [1], moves: [.init(from: 2, to: 1)]),
  ])
  func duplicatePositionIsRefused(_ changes: ChangeSet) {
    #expect(throws: StrategyError.badPosition(1, count: 3)) {
      try changes.applied(to: old, dataSource: old)
    }
  }

  @Test func omittedChangeIsNotShown() throws {
    let new = ListRow.list("1 2:7 3:8")
    let changes = ChangeSet(reloads: [2])
    #expect(try changes.applied(to: old, dataSource: new) == ListRow.list("1 2 3:8"))
  }

  @Test func refusalsGiveAdvice() {
    #expect(
      StrategyError.invalidUpdate(before: 3, inserted: 2, deleted: 1, after: 9).description == """
        Invalid update: 3 rows + 2 inserted − 1 deleted ≠ 9. Change the data source inside the batch \
        update.
        """)
    #expect(
      StrategyError.badPosition(4, count: 3).description == """
        Invalid update: position 4 is named twice, or is not one of 3 rows. Apply each change set to \
        the rows that it was computed from.
        """)
  }
}
