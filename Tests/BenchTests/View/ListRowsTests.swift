import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite struct ListRowsTests {
  private func list(_ changes: [(row: Int, kind: ChangeKind, position: Int?)]) -> [Int]? {
    var rows = ListRows(isOrdered: true)
    for (index, change) in changes.enumerated() {
      rows.take(
        RowChange(index: index, row: change.row, kind: change.kind, position: change.position))
    }
    #expect(rows.count == rows.order?.count)
    return rows.order
  }

  @Test func insertGoesToItsPositionOrToTheEnd() {
    #expect(
      list([(5, .insert, nil), (6, .insert, 0), (7, .insert, 1), (8, .insert, 99)])
        == [6, 7, 5, 8])
  }

  @Test func insertOfARowThatIsThereLeavesItWhereItIs() {
    #expect(list([(5, .insert, nil), (6, .insert, nil), (5, .insert, 1)]) == [5, 6])
  }

  @Test func moveTakesARowToAPositionOfTheListWithoutIt() {
    let three: [(row: Int, kind: ChangeKind, position: Int?)] = [
      (1, .insert, nil), (2, .insert, nil), (3, .insert, nil),
    ]
    #expect(list(three + [(1, .move, 2)]) == [2, 3, 1])
    #expect(list(three + [(3, .move, 0)]) == [3, 1, 2])
    #expect(list(three + [(2, .move, nil)]) == [1, 3, 2])
    #expect(list(three + [(9, .move, 0)]) == [1, 2, 3])
  }

  @Test func changeIgnoresItsPosition() {
    #expect(list([(1, .insert, nil), (2, .insert, nil), (2, .change, 0)]) == [1, 2])
    #expect(list([(1, .insert, nil), (2, .change, 0)]) == [1, 2])
  }

  @Test func deleteOfARowThatIsNotThereDoesNothing() {
    #expect(list([(1, .insert, nil), (2, .delete, 0), (1, .delete, nil)]) == [])
  }

  @Test func withoutOrderRowsComeByIdentity() {
    var rows = ListRows(isOrdered: false)
    for row in [3, 1, 2] { rows.take(RowChange(index: row * 10, row: row, kind: .insert)) }
    #expect(rows.order == nil)
    #expect(rows.inOrder.map(\.id) == [1, 2, 3])
    #expect(rows.inOrder.map(\.value) == [10, 20, 30])
  }
}
