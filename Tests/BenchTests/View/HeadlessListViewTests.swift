import Coalesce
import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite struct HeadlessListViewTests {
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
