import CoalesceTesting
import Testing

@testable import Coalesce

struct BalancedEagerTests {
  /// An update alone waits 100 for a delivery of 10.
  private var rule = BalancedEagerPolicy(price: 0.1, deliveryCost: .nanoseconds(10))

  /// Delivers what arrived at `time`, when it is due. Answers after how long.
  private mutating func deliver(at time: UInt64) -> UInt64 {
    rule.heard(1, at: time)
    let due = rule.due
    rule.began(at: due)
    rule.ended(DeliveryTiming(start: due, end: due + 10, layoutNanoseconds: 0))
    return due - time
  }

  @Test mutating func updatesThatComeAloneAreDueAtOnce() {
    let first = deliver(at: 0)
    #expect(first == 12, "an eighth of its patience, for nothing is known of gaps yet")
    for number in 1..<20 {
      let waited = deliver(at: UInt64(number) * 101)
      #expect(waited == 0)
    }
    #expect(rule.credit == BalancedEagerPolicy.largestCredit)
  }

  @Test mutating func wrongGuessSpendsTheCredit() {
    #expect(deliver(at: 0) == 12)
    rule.heard(1, at: 50)
    #expect(abs(rule.credit - 0.12) < 1e-9)
    #expect(rule.due == 150, "as balanced, for there is no credit for another guess")
  }

  /// Of what main found when it looked, just as of what it heard of.
  @Test mutating func guessIsJudgedByWhatIsFoundToo() {
    #expect(deliver(at: 0) == 12)
    rule.looked(1, at: 50)
    #expect(abs(rule.credit - 0.12) < 1e-9)
  }

  /// The app asked for it with `flush`; who submits soon afterwards loses nothing by that.
  @Test mutating func deliveryThatWasNotDueIsNoGuess() {
    rule.heard(1, at: 0)
    rule.began(at: 1)
    rule.heard(1, at: 50)
    #expect(rule.credit == 1)
  }

  @Test mutating func guessThatComesLateCostsLess() {
    rule = BalancedEagerPolicy(price: 0.1, deliveryCost: .nanoseconds(10))
    for time in [0, 5, 10] { rule.heard(1, at: UInt64(time)) }
    #expect(rule.due == 22, "two and a half gaps of 5 after the newest")
    rule.began(at: 22)
    rule.heard(1, at: 23)
    #expect(abs(rule.credit - (1 - 0.49)) < 1e-9, "22 + 17 + 12 of 100 were waited")
  }

  @Test mutating func instantOfManyUpdatesIsDueInTheNextPass() {
    rule.heard(1, at: 7)
    rule.heard(1, at: 7)
    #expect(rule.due == 7)
  }

  /// What was found when main looked has come by then; the next gap is counted from there.
  @Test mutating func gapIsCountedFromTheNewestThatWasFound() {
    rule.heard(1, at: 0)
    rule.looked(1, at: 40)
    rule.heard(1, at: 50)
    // 60 were waited, and the three wait 40 more in 14; the next is expected after 10.
    #expect(rule.due == 64)
  }

  /// Woken in vain, it waits for another fifth of a delivery, and for its credit if that takes longer.
  @Test mutating func lookThatFoundNothingPutsTheNextOneOff() {
    var trusted = self
    for number in 0..<4 { _ = trusted.deliver(at: UInt64(number) * 101) }
    trusted.rule.heard(1, at: 404)
    #expect(trusted.rule.due == 404)
    trusted.rule.foundNothingDue(at: 404)
    #expect(trusted.rule.due == 424)
    trusted.rule.foundNothingDue(at: 424)
    #expect(trusted.rule.due == 444)

    #expect(deliver(at: 0) == 12)
    for (time, due) in [(50, 150), (1_150, 1_250)] as [(UInt64, UInt64)] {
      rule.heard(1, at: time)
      #expect(rule.due == due, "as balanced")
      rule.began(at: due)
    }
    rule.heard(1, at: 2_350)
    #expect(rule.due == 2_438, "when its stake is the credit of 0.12")
    rule.foundNothingDue(at: 2_360)
    #expect(rule.due == 2_438, "30 are waited before that")
  }

  @Test func anEighthMoreIsHeardOf() {
    #expect([1, 7, 8, 16, 80].map(rule.nextCount) == [2, 8, 9, 18, 90])
    #expect([1, 7, 8, 80].map(BalancedPolicy().nextCount) == [2, 8, 10, 100])
  }

  @Test mutating func nothingPendingIsNeverDue() {
    #expect(rule.due == .max)
    _ = deliver(at: 3)
    #expect(rule.due == .max)
  }
}

struct BalancedRowsTests {
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
    rule.ended(DeliveryTiming(start: 0, end: 20, layoutNanoseconds: 20))
    rule.heard(1, at: 300)
    #expect(rule.due == 300, "of one delivery nothing is believed yet")
    for start: UInt64 in [400, 500] {
      rule.began(at: start)
      #expect(rule.form == .changes)
      rule.ended(DeliveryTiming(start: start, end: start + 10, layoutNanoseconds: 20))
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

  @Test func newPriceGoesOnWithWhatWaits() {
    var old = BalancedRowsPolicy(price: 0.1, costs: costs(100, 10, 20))
    old.heard(1, at: 500)
    #expect(old.due == 800, "a change and its layout commit are worth 300")
    var new = BalancedRowsPolicy(price: 0.3, costs: costs(100, 10, 20))
    let isGoingOn = new.inherit(from: old)
    #expect(isGoingOn)
    #expect(new.due == 600)
  }

  @Test func reloadIsLearnt() {
    var rule = BalancedRowsPolicy(price: 0.1, costs: nil)
    rule.heard(1, at: 0)
    rule.began(at: 0)
    rule.ended(DeliveryTiming(start: 0, end: 10, layoutNanoseconds: 20))
    for start: UInt64 in [100, 200] {
      rule.heard(33, at: start)
      rule.began(at: start)
      rule.ended(DeliveryTiming(start: start, end: start + 80, layoutNanoseconds: 20))
    }
    rule.heard(7, at: 300)
    rule.began(at: 300)
    #expect(rule.form == .changes)
    rule.ended(DeliveryTiming(start: 300, end: 370, layoutNanoseconds: 20))
    rule.heard(8, at: 400)
    rule.began(at: 400)
    #expect(rule.form == .reload)
  }

  @Test func itHearsOfEachAndThenOfEveryQuarterMore() {
    let rule = BalancedRowsPolicy(price: 0.1, costs: costs(1_000_000, 1, 20))
    let next = [1, 3, 4, 7, 8, 100].map { rule.nextCount(after: $0) }
    #expect(next == [2, 4, 5, 8, 10, 125])
  }
}
