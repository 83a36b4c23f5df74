import Testing

@testable import Strategies

@Suite struct RowsRuleTests {
  private func costs(_ reload: Int64, _ change: Int64, _ layout: Int64) -> RowCosts {
    RowCosts(
      reload: .nanoseconds(reload), change: .nanoseconds(change), layout: .nanoseconds(layout))
  }

  @Test func cheaperFormIsTaken() {
    for count in 1...20 {
      var rule = RowsRule(price: 0.1, costs: costs(100, 10, 20))
      rule.arrived(count, at: 0)
      #expect(rule.began(at: 0) == (count < 8 ? .changes : .reload))
    }
  }

  @Test func changesAreLearntFirst() {
    var rule = RowsRule(price: 0.1, costs: nil)
    rule.arrived(2, at: 0)
    #expect(rule.due == 0)
    #expect(rule.began(at: 0) == .changes)
    rule.ended(DeliveryTiming(start: 0, end: 20, settled: 40))
    rule.arrived(1, at: 300)
    #expect(rule.due == 300 + 300)
    #expect(rule.began(at: 600) == .changes)
  }

  @Test func unknownReloadCountsAsThirtyTwoChanges() {
    for (count, form) in [(32, RowsForm.changes), (33, .reload)] {
      var rule = RowsRule(price: 0.1, costs: nil)
      rule.arrived(count, at: 0)
      #expect(rule.began(at: 0) == form)
    }
  }

  @Test func reloadIsLearnt() {
    var rule = RowsRule(price: 0.1, costs: nil)
    rule.arrived(1, at: 0)
    _ = rule.began(at: 0)
    rule.ended(DeliveryTiming(start: 0, end: 10, settled: 30))
    rule.arrived(33, at: 100)
    _ = rule.began(at: 100)
    rule.ended(DeliveryTiming(start: 100, end: 180, settled: 200))
    rule.arrived(7, at: 300)
    #expect(rule.began(at: 300) == .changes)
    rule.ended(DeliveryTiming(start: 300, end: 370, settled: 390))
    rule.arrived(8, at: 400)
    #expect(rule.began(at: 400) == .reload)
  }
}
