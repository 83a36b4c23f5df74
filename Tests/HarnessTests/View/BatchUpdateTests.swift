import Testing

@testable import Harness

/// A batch is refused as `UITableView` refuses it: by the number of rows, before anything happens.
@Suite struct BatchUpdateTests {
  private func view(rows: Range<Int>) -> HeadlessListView {
    let view = HeadlessListView(costs: CostModel(), rowCapacity: 8) { _ in }
    for row in rows { view.show(RowChange(index: row, row: row, kind: .insert)) }
    return view
  }

  private func batch(_ changes: [(row: Int, kind: ChangeKind)], after: Int) -> BatchUpdate {
    BatchUpdate(
      changes: changes.enumerated().map { position, change in
        RowChange(index: 100 + position, row: change.row, kind: change.kind)
      }, rowCountAfter: after)
  }

  @Test func batchWithAsManyRowsAsItSaysIsApplied() throws {
    let view = view(rows: 0..<3)
    try view.apply(batch([(3, .insert), (4, .insert), (0, .delete), (1, .change)], after: 4))
    #expect(view.rows == [1: 103, 2: 2, 3: 100, 4: 101])
    #expect(view.needsLayout)
  }

  @Test(arguments: [2, 3, 5])
  func batchWithAnotherNumberOfRowsIsRefusedAndNothingHappens(after: Int) {
    let view = view(rows: 0..<3)
    #expect(
      throws: ListViewError.invalidUpdate(before: 3, inserted: 2, deleted: 1, after: after)
    ) {
      try view.apply(batch([(3, .insert), (4, .insert), (0, .delete)], after: after))
    }
    #expect(view.rows == [0: 0, 1: 1, 2: 2])
    #expect(!view.needsLayout)
  }

  @Test func batchThatOnlyChangesRowsKeepsTheirNumber() throws {
    let view = view(rows: 0..<2)
    try view.apply(batch([(0, .change), (1, .change)], after: 2))
    #expect(view.rows == [0: 100, 1: 101])
  }

  @Test func emptyBatchIsAppliedIfTheNumberOfRowsStays() throws {
    let view = view(rows: 0..<2)
    try view.apply(batch([], after: 2))
    #expect(throws: ListViewError.self) { try view.apply(batch([], after: 3)) }
  }

  @Test func eachChangeOfABatchIsPaidFor() throws {
    var paid: UInt64 = 0
    let costs = CostModel(
      reload: .zero, visibleRow: .zero, visibleRows: 0, rowChange: .nanoseconds(100))
    let view = HeadlessListView(costs: costs, rowCapacity: 8) { paid += $0 }
    try view.apply(batch([(0, .insert), (1, .insert), (2, .insert)], after: 3))
    #expect(paid == 300)
  }

  @Test func refusedBatchCostsNothing() {
    var paid: UInt64 = 0
    let view = HeadlessListView(costs: CostModel(), rowCapacity: 8) { paid += $0 }
    #expect(throws: ListViewError.self) { try view.apply(batch([(0, .insert)], after: 0)) }
    #expect(paid == 0)
  }

  @Test func refusalSaysWhatToDo() {
    let error = ListViewError.invalidUpdate(before: 3, inserted: 2, deleted: 1, after: 9)
    #expect(
      error.description == """
        Invalid update: 9 rows after it, but 3 before it + 2 inserted − 1 deleted. Change the data \
        source inside the batch update.
        """)
  }
}
