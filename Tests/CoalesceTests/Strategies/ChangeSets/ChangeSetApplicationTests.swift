import Coalesce
import CoalesceTesting
import Testing

@testable import CoalesceStrategies

/// A change set that does not fit is refused, as a table view refuses it.
@Suite struct ChangeSetApplicationTests {
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
