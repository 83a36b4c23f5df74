import Coalesce
import CoalesceTesting
import CoalesceStrategies
import Testing

/// One example for each rule; rows are written "identity:content".
@Suite struct ChangeSetTests {
  typealias Move = (from: Int, to: Int)

  private func expect(
    _ old: String, _ new: String, deletes: [Int] = [], inserts: [Int] = [], moves: [Move] = [],
    reloads: [Int] = [], location: SourceLocation = #_sourceLocation
  ) throws {
    let (old, new) = (ListRow.list(old), ListRow.list(new))
    let changes = try #require(ChangeSet(from: old, to: new), sourceLocation: location)
    #expect(changes.deletes == deletes, sourceLocation: location)
    #expect(changes.inserts == inserts, sourceLocation: location)
    #expect(changes.moves.map(\.from) == moves.map(\.from), sourceLocation: location)
    #expect(changes.moves.map(\.to) == moves.map(\.to), sourceLocation: location)
    #expect(changes.reloads == reloads, sourceLocation: location)
    let count = deletes.count + inserts.count + moves.count + reloads.count
    #expect(changes.count == count, sourceLocation: location)
    #expect(changes.isEmpty == (count == 0), sourceLocation: location)
    #expect(try changes.applied(to: old, dataSource: new) == new, sourceLocation: location)
  }

  @Test func equalListsDoNotDiffer() throws {
    try expect("", "")
    try expect("1", "1")
    try expect("1 2:7 3", "1 2:7 3")
  }

  @Test func whatArrivesIsNamedByItsPositionAfter() throws {
    try expect("", "1", inserts: [0])
    try expect("1 2", "1 2 3 4", inserts: [2, 3])
    try expect("1 2 3", "8 1 9 2 3", inserts: [0, 2])
  }

  @Test func whatLeavesIsNamedByItsPositionBefore() throws {
    try expect("1", "", deletes: [0])
    try expect("1 2 3 4", "3", deletes: [0, 1, 3])
  }

  @Test func rowsThatShiftBecauseOfOthersAreNotNamed() throws {
    try expect("1 2 3 4 5", "2 3 9 4 5", deletes: [0], inserts: [2])
  }

  @Test func newContentIsAReloadNamedByItsPositionBefore() throws {
    try expect("1 2 3", "1 2:5 3", reloads: [1])
    try expect("1 2 3 4", "9 2 3:1 4:1", deletes: [0], inserts: [0], reloads: [2, 3])
    try expect("1 2 3 4", "1:1 9 3 2 4:1", inserts: [1], moves: [(2, 2)], reloads: [0, 3])
  }

  @Test func asFewRowsAsPossibleMove() throws {
    try expect("1 2 3 4 5", "5 1 2 3 4", moves: [(4, 0)])
    try expect("1 2 3 4 5", "2 3 4 5 1", moves: [(0, 4)])
    try expect("1 2", "2 1", moves: [(1, 0)])
    try expect("1 2 3 4 5 6", "1 5 3 4 2 6", moves: [(4, 1), (1, 4)])
  }

  @Test func movedRowWithNewContentIsDeletedAndInserted() throws {
    try expect("1 2 3 4", "4:1 1 2 3", deletes: [3], inserts: [0])
    try expect("1 2 3 4", "4:1 3 1 2", deletes: [3], inserts: [0], moves: [(2, 1)])
  }

  @Test func movesTogetherWithOtherChanges() throws {
    try expect(
      "1 2 3 4 5", "5 9 1 3:1 8", deletes: [1, 3], inserts: [1, 4], moves: [(4, 0)], reloads: [2])
  }

  @Test func listsWithNothingInCommonAreExchanged() throws {
    try expect("1 2", "3 4 5", deletes: [0, 1], inserts: [0, 1, 2])
  }

  @Test(arguments: [
    ("1 1", "2"), ("2", "1 1"), ("5 1 2 1", "6 1 2"), ("5 1 2", "1 2 1"), ("1 9 9", "8"),
  ])
  func identityThatOccursTwiceWhereTheListsDifferIsRefused(_ old: String, _ new: String) {
    #expect(ChangeSet(from: ListRow.list(old), to: ListRow.list(new)) == nil)
  }

  @Test func identityThatOccursTwiceElsewhereDoesNoHarm() throws {
    try expect("1 1", "1 1 2", inserts: [2])
    try expect("1 1:3 2", "1 1:4 3", deletes: [2], inserts: [2], reloads: [1])
    try expect("1 2", "1 1 2", inserts: [1])
    try expect("1 1", "1", deletes: [1])
  }
}
