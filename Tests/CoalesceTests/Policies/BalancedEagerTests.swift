import CoalesceTesting
import Testing

@testable import Coalesce

@Suite struct BalancedEagerTests {
  /// An update alone waits 100 for a delivery of 10.
  private var rule = BalancedEagerPolicy(price: 0.1, deliveryCost: .nanoseconds(10))

  /// Delivers what arrived at `time`, when it is due. Answers after how long.
  private mutating func deliver(at time: UInt64) -> UInt64 {
    rule.heard(1, at: time)
    let due = rule.due
    rule.began(at: due)
    rule.ended(DeliveryTiming(start: due, end: due + 10, settled: due + 10))
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

  @Test mutating func nothingPendingIsNeverDue() {
    #expect(rule.due == .max)
    _ = deliver(at: 3)
    #expect(rule.due == .max)
  }
}
