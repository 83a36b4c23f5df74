import Testing

@testable import Strategies

@Suite struct EagerRuleTests {
  /// An update alone waits 100 for a delivery of 10.
  private var rule = EagerRule(price: 0.1, cost: DeliveryCost(known: .nanoseconds(10)))

  /// Delivers what arrived at `time`. Answers whether that was due at once.
  private mutating func deliver(at time: UInt64) -> Bool {
    rule.arrived(1, at: time)
    let due = rule.due
    rule.began(at: max(due, time))
    rule.ended(DeliveryTiming(start: max(due, time), end: time, settled: max(due, time) + 10))
    return due <= time
  }

  @Test mutating func updateThatComesAloneIsDueAtOnce() {
    for number in 0..<20 {
      let isEager = deliver(at: UInt64(number) * 101)
      #expect(isEager)
    }
    #expect(rule.credit == EagerRule.largestCredit)
  }

  @Test mutating func wrongGuessSpendsTheCredit() {
    let guesses = [deliver(at: 0), deliver(at: 100), deliver(at: 5_000)]
    #expect(guesses == [true, false, false])
    #expect(rule.credit == 0)
  }

  @Test mutating func updateDuringADeliveryIsNotDueAtOnce() {
    rule.arrived(1, at: 0)
    rule.began(at: 0)
    rule.arrived(1, at: 101)
    #expect(rule.due == 201)
  }
}
