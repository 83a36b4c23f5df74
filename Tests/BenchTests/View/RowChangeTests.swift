import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite struct RowChangeTests {
  @Test func positionIsKeptAndNoneIsNone() {
    #expect(RowChange(index: 0, row: 1, kind: .move, position: 0).position == 0)
    #expect(RowChange(index: 0, row: 1, kind: .insert).position == nil)
  }

  @Test func plannedUpdatesKeepPositionsOfThoseThatHaveOne() {
    var updates = PlannedUpdates()
    updates.append(atNanoseconds: 0, row: 1)
    updates.append(atNanoseconds: 0, row: 2, kind: .move, position: 7)
    updates.append(atNanoseconds: 0, row: 3)
    updates.append(atNanoseconds: 0, row: 4, kind: .insert, position: 0)
    #expect((0..<4).map { updates.change($0).position } == [nil, 7, nil, 0])
  }
}
