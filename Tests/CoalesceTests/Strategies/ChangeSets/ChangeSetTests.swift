import Coalesce
import CoalesceTesting
import Testing

@testable import CoalesceStrategies

/// One example for each rule; rows are written "identity:content".
@Suite(.timeLimit(.minutes(15))) struct ChangeSetTests {
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

  @Test func partThatEndsTwiceEndsOnce() throws {
    var state = ChangeSetState<Int>()
    let begun = state.submit(1, nil)
    let generation = try #require(begun)
    _ = state.beginDifference(generation)
    let isBegun = state.beginDelivery(generation)
    #expect(isBegun)
    let followups = [ChangeSetState<Int>.Part.view, .view, .handler].map {
      state.end($0, generation) != nil
    }
    #expect(followups == [false, false, true])
  }

  /// Not even if it was the first.
  @Test func cancelledStateTakesNoRows() throws {
    var state = ChangeSetState<Int>()
    let begun = state.submit(1, nil)
    let generation = try #require(begun)
    _ = state.cancel()
    var rows: [Int]? = [1]
    state.exchangeVisible(&rows, generation)
    #expect(rows == [1])
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

/// A change set that does not fit is refused, as a table view refuses it.
@Suite(.timeLimit(.minutes(15))) struct ChangeSetApplicationTests {
  private let old = ListRow.list("1 2 3")

  private func changes(
    deletes: [Int] = [], inserts: [Int] = [], moves: [ChangeSet.Move] = [], reloads: [Int] = []
  ) -> ChangeSet {
    ChangeSet(deletes: deletes, inserts: inserts, moves: moves, reloads: reloads)
  }

  @Test func rowCountThatDoesNotAddUpIsRefused() {
    #expect(
      throws: StrategyError.invalidUpdate(before: 3, inserted: 1, deleted: 0, after: 3)
    ) {
      try changes(inserts: [0]).applied(to: old, dataSource: old)
    }
  }

  @Test func positionThatIsNotThereIsRefused() {
    let new = ListRow.list("1 2 9")
    for position in [-1, 3, .max] {
      let refusal = StrategyError.badPosition(position, count: 3)
      #expect(throws: refusal) {
        try changes(deletes: [position], inserts: [2]).applied(to: old, dataSource: new)
      }
      #expect(throws: refusal) {
        try changes(deletes: [2], inserts: [position]).applied(to: old, dataSource: new)
      }
      #expect(throws: refusal) {
        try changes(reloads: [position]).applied(to: old, dataSource: new)
      }
      #expect(throws: refusal) {
        try changes(moves: [.init(from: position, to: 0)]).applied(to: old, dataSource: new)
      }
      #expect(throws: refusal) {
        try changes(moves: [.init(from: 0, to: position)]).applied(to: old, dataSource: new)
      }
    }
  }

  @Test func positionThatTwoChangesNameIsRefused() {
    let refusal = StrategyError.badPosition(1, count: 3)
    #expect(throws: refusal) { try changes(reloads: [1, 1]).applied(to: old, dataSource: old) }
    #expect(throws: refusal) {
      try changes(moves: [.init(from: 1, to: 0)], reloads: [1]).applied(to: old, dataSource: old)
    }
    #expect(throws: refusal) {
      try changes(deletes: [1], inserts: [0], reloads: [1]).applied(to: old, dataSource: old)
    }
    #expect(throws: refusal) {
      try changes(deletes: [0], inserts: [1], moves: [.init(from: 2, to: 1)])
        .applied(to: old, dataSource: old)
    }
  }

  /// The view keeps what it was not told to read anew.
  @Test func changeThatWasLeftOutIsNotSeen() throws {
    let new = ListRow.list("1 2:7 3:8")
    #expect(try changes(reloads: [2]).applied(to: old, dataSource: new) == ListRow.list("1 2 3:8"))
  }

  @Test func refusalsSayWhatToDo() {
    #expect(
      StrategyError.invalidUpdate(before: 3, inserted: 2, deleted: 1, after: 9).description == """
        Invalid update: 9 rows after it, but 3 before it + 2 inserted − 1 deleted. Change the data \
        source inside the batch update.
        """)
    #expect(
      StrategyError.badPosition(4, count: 3).description == """
        Invalid update: two changes name position 4, or there is none among 3 rows. Apply each \
        change set to the rows that it was computed from.
        """)
  }
}

@Suite(.timeLimit(.minutes(15))) struct ListUpdateTests {
  private let old = ListRow.list("1 2 3")
  private let new = ListRow.list("1 3 4")

  @Test func differenceWithinTheLimitIsABatch() throws {
    let changes = try #require(ChangeSet(from: old, to: new))
    #expect(changes.count == 2)
    #expect(ListUpdate(from: old, to: new, limit: 2) == .batch(changes, rows: new))
    #expect(ListUpdate(from: old, to: new, limit: 2).rows == new)
  }

  @Test(arguments: [1, 0, -1])
  func differenceOverTheLimitIsAReload(_ limit: Int) {
    #expect(ListUpdate(from: old, to: new, limit: limit) == .reload(rows: new))
    #expect(ListUpdate(from: old, to: new, limit: limit).rows == new)
  }

  @Test func nothingBeforeIsAReload() {
    #expect(ListUpdate(from: nil, to: new, limit: 100) == .reload(rows: new))
    #expect(ListUpdate(from: nil, to: [ListRow](), limit: 100) == .reload(rows: []))
  }

  @Test func identityThatOccursTwiceIsAReload() {
    let twice = ListRow.list("2 2")
    #expect(ListUpdate(from: old, to: twice, limit: 100) == .reload(rows: twice))
  }

  @Test func emptyListIsNotNothing() throws {
    let changes = try #require(ChangeSet(from: [], to: new))
    #expect(ListUpdate(from: [], to: new, limit: 100) == .batch(changes, rows: new))
  }
}

@Suite(.timeLimit(.minutes(15))) struct LongestIncreaseTests {
  @Test(
    arguments: [
      ([], []), ([5], [true]), ([nil], [false]), ([1, 2, 3], [true, true, true]),
      ([3, 2, 1], [false, false, true]), ([nil, 4, nil, 6], [false, true, false, true]),
      ([9, 1, nil, 2, 8, 3], [false, true, false, true, false, true]),
    ] as [([Int?], [Bool])])
  func examples(_ numbers: [Int?], _ expected: [Bool]) {
    #expect(numbers.isInLongestIncrease == expected)
  }

  /// Against the plain quadratic way.
  @Test func longestOfRandomNumbersIsFound() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<2_000 {
      let numbers = (0..<Int.random(in: 0...14, using: &random)).shuffled(using: &random).map {
        $0 % 5 == 0 ? nil : $0
      }
      let found = zip(numbers, numbers.isInLongestIncrease).filter(\.1).map(\.0)
      let increase = found.compactMap { $0 }
      #expect(increase.count == found.count)
      #expect(increase == increase.sorted())
      #expect(increase.count == longest(numbers.compactMap { $0 }))
    }
  }

  private func longest(_ numbers: [Int]) -> Int {
    var lengths: [Int] = []
    for number in numbers {
      let before = zip(numbers, lengths).filter { $0.0 < number }.map(\.1)
      lengths.append((before.max() ?? 0) + 1)
    }
    return lengths.max() ?? 0
  }
}
