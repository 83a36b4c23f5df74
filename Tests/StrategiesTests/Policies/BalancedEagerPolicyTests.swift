import Testing

@testable import Coalesce
@testable import CoalesceStrategies

struct BalancedEagerPolicyTests {
  /// With a delivery of 10 ns, a lone update would wait 100 ns.
  private var rule = BalancedEagerPolicy(price: 0.1, deliveryCost: .nanoseconds(10))

  /// Delivers an update from `time` when it is due, and returns how long it has waited.
  private mutating func deliver(at time: UInt64) -> UInt64 {
    rule.didHear(1, at: time)
    let due = rule.due
    rule.willDeliver(at: due)
    rule.didDeliver(DeliveryTiming(start: due, end: due + 10, layoutNanoseconds: 0))
    return due - time
  }

  @Test mutating func sparseUpdatesAreDueImmediately() {
    let first = deliver(at: 0)
    #expect(first == 12, "an eighth of its patience, because no gap is known yet")
    for number in 1..<20 {
      let waited = deliver(at: UInt64(number) * 101)
      #expect(waited == 0)
    }
    #expect(rule.credit == BalancedEagerPolicy.largestCredit)
  }

  @Test mutating func wrongGuessSpendsTheCredit() {
    #expect(deliver(at: 0) == 12)
    rule.didHear(1, at: 50)
    #expect(abs(rule.credit - 0.12) < 1e-9)
    #expect(rule.due == 150, "like balanced, without credit for another guess")
  }

  /// The app asked for the delivery with `flush`, so it was no wrong guess if another update follows soon.
  @Test mutating func flushSpendsNoCredit() {
    rule.didHear(1, at: 0)
    rule.willDeliver(at: 1)
    rule.didHear(1, at: 50)
    #expect(rule.credit == 1)
  }

  @Test mutating func simultaneousUpdatesAreDueImmediately() {
    rule.didHear(1, at: 7)
    rule.didHear(1, at: 7)
    #expect(rule.due == 7)
  }

  @Test mutating func nothingIsDueWithNothingPending() {
    #expect(rule.due == .max)
    _ = deliver(at: 3)
    #expect(rule.due == .max)
  }
}
