import CoalesceStrategies
import Testing

@testable import BenchHarness
@testable import BenchReport

/// A batch is refused as `UITableView` refuses it: before anything happens.
@Suite(.timeLimit(.minutes(15))) struct BatchUpdateTests {
  private func view(rows: Range<Int>, spend: @escaping (UInt64) -> Void = { _ in })
    -> HeadlessListView
  {
    let costs = CostModel(
      reload: .zero, visibleRow: .zero, visibleRows: 0, rowChange: .nanoseconds(100))
    let view = HeadlessListView(
      ViewRequest(views: 1, sections: 1, isOrdered: true, rowCapacity: 8), costs: costs,
      spend: spend)
    for row in rows { view.show(RowChange(index: row, row: row, kind: .insert)) }
    return view
  }

  private func rows(_ pairs: (Int, Int)...) -> [ListRow] {
    pairs.map { ListRow(id: $0.0, value: $0.1) }
  }

  @Test func rowsThatArriveOrAreReloadedAreReadFromTheDataSourceAndTheOthersKept() throws {
    let view = view(rows: 0..<3)
    try view.apply(
      ChangeSet(deletes: [0], inserts: [2], reloads: [1]),
      data: rows((1, 100), (2, 777), (3, 101)))
    #expect(view.rows.inOrder == rows((1, 100), (2, 2), (3, 101)))
    #expect(view.needsLayout)
  }

  @Test func movedRowKeepsWhatItShows() throws {
    let view = view(rows: 0..<3)
    try view.apply(
      ChangeSet(moves: [.init(from: 0, to: 2)]), data: rows((1, 9), (2, 9), (0, 9)))
    #expect(view.rows.inOrder == rows((1, 1), (2, 2), (0, 0)))
  }

  @Test(arguments: [2, 3, 5])
  func batchWithAnotherNumberOfRowsIsRefusedAndNothingHappens(after: Int) {
    let view = view(rows: 0..<3)
    #expect(
      throws: StrategyError.invalidUpdate(before: 3, inserted: 2, deleted: 1, after: after)
    ) {
      try view.apply(
        ChangeSet(deletes: [0], inserts: [2, 3]),
        data: (0..<after).map { ListRow(id: $0, value: 0) })
    }
    #expect(view.rows.inOrder == rows((0, 0), (1, 1), (2, 2)))
    #expect(!view.needsLayout)
  }

  @Test func positionThatIsNotThereIsRefused() {
    let view = view(rows: 0..<3)
    #expect(throws: StrategyError.badPosition(7, count: 3)) {
      try view.apply(ChangeSet(reloads: [7]), data: rows((0, 0), (1, 1), (2, 2)))
    }
  }

  @Test func eachChangeOfABatchIsPaidFor() throws {
    var paid: UInt64 = 0
    let view = view(rows: 0..<0) { paid += $0 }
    try view.apply(
      ChangeSet(inserts: [0, 1, 2]), data: (0..<3).map { ListRow(id: $0, value: 0) })
    #expect(paid == 300)
  }

  @Test func refusedBatchCostsNothing() {
    var paid: UInt64 = 0
    let view = view(rows: 0..<1) { paid += $0 }
    #expect(throws: StrategyError.self) { try view.apply(ChangeSet(inserts: [0]), data: []) }
    #expect(paid == 0)
  }
}
