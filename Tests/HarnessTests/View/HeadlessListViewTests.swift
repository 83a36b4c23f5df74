import Coalesce
import CoalesceStrategies
import Testing

@testable import BenchHarness
@testable import BenchMath

/// The built-in view: its costs, and batch updates, which follow the rules of `UITableView` or are refused.
struct HeadlessListViewTests {
  /// A view in which a reload costs 1000, a row change 100, each of 3 visible rows 10, and each row of content 7.
  private final class PaidView {
    var paid: UInt64 = 0
    lazy var view = HeadlessListView(
      ViewRequest(views: 1, sections: 1, isOrdered: true, rowCapacity: 8),
      costs: CostModel(
        reload: .nanoseconds(1_000), visibleRow: .nanoseconds(10), visibleRows: 3,
        rowChange: .nanoseconds(100), content: .nanoseconds(7))
    ) { [unowned self] in paid += $0 }

    init(rows: Int) {
      for row in 0..<rows { view.show(RowChange(index: row, row: row, kind: .insert)) }
    }
  }

  private func rows(_ pairs: [(Int, Int)]) -> [ListRow] {
    pairs.map { ListRow(id: $0.0, value: $0.1) }
  }

  @Test func reloadIsChargedImmediatelyAndItsRowsAtTheLayoutCommit() {
    let paid = PaidView(rows: 5)
    #expect(paid.paid == 0 && !paid.view.needsLayout)
    paid.view.reload(sections: UpdateFlags(rawValue: 1))
    #expect(paid.paid == 1_000 && paid.view.needsLayout)
    paid.view.layOut(isOnScreen: true)
    #expect(paid.paid == 1_000 + 30 + 5 * 7 && !paid.view.needsLayout)
    paid.view.layOut(isOnScreen: false)
    #expect(paid.paid == 1_000 + 30 + 5 * 7)
  }

  /// A layout lays out each changed row on the screen once; after a reload, all rows on the screen.
  @Test(
    arguments: [([1], 10), ([4], 0), ([1, 1, 2, 4], 20), ([0, 1, 2, 3], 30)] as [([Int], UInt64)])
  func changedRowsPayTheirOwnLayout(_ changed: [Int], layout: UInt64) {
    let paid = PaidView(rows: 5)
    for row in changed { paid.view.apply(RowChange(index: 9, row: row, kind: .change)) }
    let calls = UInt64(changed.count) * 100
    #expect(paid.paid == calls)
    paid.view.layOut(isOnScreen: true)
    #expect(paid.paid == calls + layout + 5 * 7)
    paid.view.layOut(isOnScreen: true)
    #expect(paid.paid == calls + layout + 2 * 5 * 7)
    paid.view.apply(RowChange(index: 9, row: 1, kind: .change))
    paid.view.reload(sections: UpdateFlags(rawValue: 1))
    paid.view.layOut(isOnScreen: true)
    #expect(paid.paid == calls + layout + 100 + 1_000 + 30 + 3 * 5 * 7)
  }

  @Test func limitOfRowsIsWhatAReloadTakes() {
    #expect(CostModel().rowLimit == 13)
    #expect(CostModel(rowChange: .zero).rowLimit == 10_000)
    #expect(CostModel(reload: .zero).rowLimit == 1)
  }

  /// Inserted and reloaded rows are read from the data source; moved rows keep their content.
  @Test(
    arguments: [
      (
        ChangeSet(deletes: [0], inserts: [2], reloads: [1]), [(1, 100), (2, 777), (3, 101)],
        [(1, 100), (2, 2), (3, 101)], 300
      ),
      (
        ChangeSet(moves: [.init(from: 0, to: 2)]), [(1, 9), (2, 9), (0, 9)],
        [(1, 1), (2, 2), (0, 0)], 100
      ),
    ] as [(ChangeSet, [(Int, Int)], [(Int, Int)], UInt64)])
  func batchUpdateIsApplied(
    changes: ChangeSet, data: [(Int, Int)], expected: [(Int, Int)], cost: UInt64
  ) throws {
    let paid = PaidView(rows: 3)
    try paid.view.apply(changes, data: rows(data))
    #expect(paid.view.rows.inOrder == rows(expected))
    #expect(paid.view.needsLayout && paid.paid == cost)
  }

  @Test(arguments: [
    (
      ChangeSet(deletes: [0], inserts: [2, 3]), 3,
      StrategyError.invalidUpdate(before: 3, inserted: 2, deleted: 1, after: 3)
    ),
    (ChangeSet(reloads: [7]), 3, .badPosition(7, count: 3)),
  ])
  func invalidBatchIsRefusedAndChangesNothing(
    changes: ChangeSet, after: Int, error: StrategyError
  ) {
    let paid = PaidView(rows: 3)
    #expect(throws: error) {
      try paid.view.apply(changes, data: (0..<after).map { ListRow(id: $0, value: 0) })
    }
    #expect(paid.view.rows.inOrder == rows([(0, 0), (1, 1), (2, 2)]))
    #expect(!paid.view.needsLayout && paid.paid == 0)
  }

  @Test func atMost31AnimationsRunAtTheSameTime() throws {
    let times = Array(repeating: 0, count: 33) + [900_000_000] as [UInt64]
    var plan = TrialPlan(
      updates: PlannedUpdates(at: times), duration: .seconds(1), costs: CostModel())
    plan.surroundings.animationNanoseconds = 250_000_000
    let played = VirtualTrial.play(plan: plan, strategy: try .strategy("row-changes"), hop: .zero)
    #expect(played.log.withoutAnimation == 2)
  }

  /// Compares ordered and unordered rows with a plain array.
  @Test func rowsMatchAPlainList() {
    var random = SeededGenerator(seed: 1)
    var rows = ListRows((0..<20).map { ListRow(id: $0, value: -1) })
    var unordered = ListRows(isOrdered: false, capacity: 12)
    for row in 0..<20 { unordered.take(RowChange(index: 0, row: row, kind: .insert)) }
    var plain = rows.inOrder
    for index in 1..<500 {
      let change = RowChange(
        index: index, row: .random(in: 0..<40, using: &random),
        kind: ChangeKind.allCases.randomElement(using: &random) ?? .change,
        position: Int.random(in: 0..<30, using: &random))
      rows.take(change)
      unordered.take(change)
      let place = plain.firstIndex { $0.id == change.row }
      let row = ListRow(id: change.row, value: index)
      if let place, change.kind == .insert || change.kind == .change {
        plain[place] = row
      } else if place != nil || change.kind == .insert || change.kind == .change {
        plain.removeAll { $0.id == change.row }
        let position = change.kind == .change ? nil : change.position
        let end = min(position ?? plain.count, plain.count)
        if change.kind != .delete { plain.insert(row, at: end) }
      }
      #expect(rows.inOrder == plain && rows.count == plain.count)
      #expect(unordered.count == plain.count)
      #expect(unordered.value(of: change.row) == plain.first { $0.id == change.row }?.value)
    }
    let sorted = plain.sorted { $0.id < $1.id }.map { ($0.id, max($0.value, 0)) }
    #expect(unordered.inOrder == self.rows(sorted))
    #expect(unordered.order == nil)
  }
}
