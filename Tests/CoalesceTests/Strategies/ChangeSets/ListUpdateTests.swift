import Coalesce
import CoalesceTesting
import Testing

@testable import CoalesceStrategies

@Suite struct ListUpdateTests {
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
