import CoalesceTesting
import Testing

@testable import Coalesce

@Suite struct BalancedRowsTests {
  private func costs(_ reload: Int64, _ change: Int64, _ layout: Int64) -> BalancedRowsPolicy.Costs
  {
    BalancedRowsPolicy.Costs(
      reload: .nanoseconds(reload), change: .nanoseconds(change), layout: .nanoseconds(layout))
  }

  @Test func cheaperFormIsTaken() {
    for count in 1...20 {
      var rule = BalancedRowsPolicy(price: 0.1, costs: costs(100, 10, 20))
      rule.heard(count, at: 0)
      rule.began(at: 0)
      #expect(rule.form == (count < 8 ? .changes : .reload))
    }
  }

  @Test func changesAreLearntFirst() {
    var rule = BalancedRowsPolicy(price: 0.1, costs: nil)
    rule.heard(2, at: 0)
    #expect(rule.due == 0)
    rule.began(at: 0)
    #expect(rule.form == .changes)
    rule.ended(DeliveryTiming(start: 0, end: 20, settled: 40))
    rule.heard(1, at: 300)
    #expect(rule.due == 300 + 100, "of one layout commit nothing is believed yet")
    for start: UInt64 in [400, 500] {
      rule.began(at: start)
      #expect(rule.form == .changes)
      rule.ended(DeliveryTiming(start: start, end: start + 10, settled: start + 30))
      rule.heard(1, at: start + 50)
    }
    #expect(rule.due == 550 + 300)
  }

  @Test func unknownReloadCountsAsThirtyTwoChanges() {
    for (count, form) in [(32, BalancedRowsPolicy.Form.changes), (33, .reload)] {
      var rule = BalancedRowsPolicy(price: 0.1, costs: nil)
      rule.heard(count, at: 0)
      rule.began(at: 0)
      #expect(rule.form == form)
    }
  }

  @Test func reloadIsLearnt() {
    var rule = BalancedRowsPolicy(price: 0.1, costs: nil)
    rule.heard(1, at: 0)
    rule.began(at: 0)
    rule.ended(DeliveryTiming(start: 0, end: 10, settled: 30))
    rule.heard(33, at: 100)
    rule.began(at: 100)
    rule.ended(DeliveryTiming(start: 100, end: 180, settled: 200))
    rule.heard(7, at: 300)
    rule.began(at: 300)
    #expect(rule.form == .changes)
    rule.ended(DeliveryTiming(start: 300, end: 370, settled: 390))
    rule.heard(8, at: 400)
    rule.began(at: 400)
    #expect(rule.form == .reload)
  }
}
