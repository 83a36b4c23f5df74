import Coalesce
import Testing

@testable import BenchHarness
@testable import BenchMath
@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct HeadlessListViewTests {
  /// A view that notes what it pays: a reload 1000, a row change 100, a visible row 10, of which
  /// there are 3.
  private final class PaidView {
    var paid: [UInt64] = []
    lazy var view = HeadlessListView(
      ViewRequest(views: 1, sections: 1, isOrdered: false, rowCapacity: 8),
      costs: CostModel(
        reload: .nanoseconds(1_000), visibleRow: .nanoseconds(10), visibleRows: 3,
        rowChange: .nanoseconds(100))
    ) { [unowned self] in paid.append($0) }
  }

  private func change(_ index: Int, row: Int, _ kind: ChangeKind) -> RowChange {
    RowChange(index: index, row: row, kind: kind)
  }

  @Test func reloadPaysAtOnceAndItsRowsAtTheLayoutCommit() {
    let paid = PaidView()
    #expect(!paid.view.needsLayout)
    paid.view.reload(sections: .only)
    #expect(paid.paid == [1_000])
    #expect(paid.view.needsLayout)
    paid.view.layOut(isOnScreen: true)
    #expect(paid.paid == [1_000, 30])
    #expect(!paid.view.needsLayout)
  }

  @Test func layoutCommitPaysForAllThatTheViewHolds() {
    var paid: [UInt64] = []
    let view = HeadlessListView(
      ViewRequest(views: 1, sections: 1, isOrdered: false, rowCapacity: 8),
      costs: CostModel(
        reload: .zero, visibleRow: .nanoseconds(10), visibleRows: 3, content: .nanoseconds(7))
    ) { paid.append($0) }
    for row in 0..<5 { view.show(change(row, row: row, .insert)) }
    view.layOut(isOnScreen: true)
    view.show(change(5, row: 0, .delete))
    view.layOut(isOnScreen: true)
    view.layOut(isOnScreen: false)
    #expect(paid == [30 + 35, 30 + 28])
  }

  @Test func severalReloadsOfATurnAreLaidOutOnce() {
    let paid = PaidView()
    paid.view.reload(sections: .only)
    paid.view.reload(sections: .only)
    paid.view.apply(change(0, row: 1, .insert))
    paid.view.layOut(isOnScreen: true)
    #expect(paid.paid == [1_000, 1_000, 100, 30])
  }

  @Test func viewThatCostsNothingSpendsNothing() {
    let view = HeadlessListView(
      ViewRequest(views: 1, sections: 1, isOrdered: false, rowCapacity: 1), costs: .free
    ) { _ in
      Issue.record("time was spent")
    }
    view.reload(sections: .only)
    view.apply(change(0, row: 1, .insert))
    view.layOut(isOnScreen: true)
  }

  @Test func insertAndChangeAddTheRowOrChangeIt() {
    let view = PaidView().view
    view.show(change(0, row: 1, .insert))
    view.show(change(1, row: 1, .insert))
    view.show(change(2, row: 2, .change))
    view.show(change(3, row: 2, .change))
    #expect(view.rows.values == [1: 1, 2: 3])
  }

  @Test func deleteRemovesTheRowIfItIsThere() {
    let view = PaidView().view
    view.show(change(0, row: 1, .insert))
    view.show(change(1, row: 1, .delete))
    view.show(change(2, row: 5, .delete))
    #expect(view.rows.values.isEmpty)
  }

  @Test func showingCostsNothing() {
    let paid = PaidView()
    paid.view.show(change(0, row: 1, .insert))
    #expect(paid.paid.isEmpty)
    #expect(!paid.view.needsLayout)
  }
}

extension UpdateFlags {
  /// The section of a view that has one.
  fileprivate static let only = UpdateFlags(rawValue: 1)
}

@Suite(.timeLimit(.minutes(15))) struct CostModelTests {
  @Test func layoutIsPaidByVisibleRow() {
    #expect(CostModel(visibleRow: .microseconds(20), visibleRows: 12).layoutNanoseconds == 240_000)
    #expect(CostModel(visibleRows: 0).layoutNanoseconds == 0)
  }

  @Test func freeViewCostsNothing() {
    #expect(CostModel.free.reloadNanoseconds == 0)
    #expect(CostModel.free.rowChangeNanoseconds == 0)
    #expect(CostModel.free.layoutNanoseconds == 0)
  }
}

@Suite(.timeLimit(.minutes(15))) struct RowChangeTests {
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

@Suite(.timeLimit(.minutes(15))) struct RunningAnimationsTests {
  @Test func thirtySecondAnimationIsRefusedUntilOneHasEnded() {
    var animations = RunningAnimations()
    let first = (0..<31).map { animations.begin(atNanoseconds: 0, until: 100 + UInt64($0)) }
    #expect(first == Array(repeating: true, count: 31))
    #expect(animations.count(atNanoseconds: 99) == 31)
    let early = animations.begin(atNanoseconds: 99, until: 300)
    #expect(!early)
    let late = animations.begin(atNanoseconds: 100, until: 300)
    #expect(late)
    #expect(animations.count(atNanoseconds: 131) == 1)
  }
}

@Suite(.timeLimit(.minutes(15))) struct ListRowsTests {
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

  @Test func rowsAreFoundWhereverOthersHaveMovedThem() {
    var random = SeededGenerator(seed: 1)
    var rows = ListRows((0..<20).map { ListRow(id: $0, value: -1) })
    var plain = rows.inOrder
    for index in 0..<500 {
      let change = RowChange(
        index: index, row: .random(in: 0..<40, using: &random),
        kind: ChangeKind.allCases.randomElement(using: &random) ?? .change,
        position: Int.random(in: 0..<30, using: &random))
      rows.take(change)
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
      #expect(rows.inOrder == plain)
      #expect(rows.value(of: change.row) == plain.first { $0.id == change.row }?.value)
    }
    #expect(rows.values == Dictionary(uniqueKeysWithValues: plain.map { ($0.id, $0.value) }))
  }

  @Test func withoutOrderRowsComeByIdentity() {
    var rows = ListRows(isOrdered: false)
    for row in [3, 1, 2] { rows.take(RowChange(index: row * 10, row: row, kind: .insert)) }
    #expect(rows.order == nil)
    #expect(rows.inOrder.map(\.id) == [1, 2, 3])
    #expect(rows.inOrder.map(\.value) == [10, 20, 30])
  }
}
