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

  /// Updates that the main thread finds itself count like those that it is told of.
  @Test mutating func updatesFoundByTheMainThreadSpendCredit() {
    #expect(deliver(at: 0) == 12)
    rule.didHearLate(1, at: 50)
    #expect(abs(rule.credit - 0.12) < 1e-9)
  }

  /// The app asked for the delivery with `flush`, so it was no wrong guess if another update follows soon.
  @Test mutating func flushSpendsNoCredit() {
    rule.didHear(1, at: 0)
    rule.willDeliver(at: 1)
    rule.didHear(1, at: 50)
    #expect(rule.credit == 1)
  }

  @Test mutating func lateGuessSpendsLessCredit() {
    rule = BalancedEagerPolicy(price: 0.1, deliveryCost: .nanoseconds(10))
    for time in [0, 5, 10] { rule.didHear(1, at: UInt64(time)) }
    #expect(rule.due == 22, "two and a half gaps of 5 after the newest")
    rule.willDeliver(at: 22)
    rule.didHear(1, at: 23)
    #expect(abs(rule.credit - (1 - 0.49)) < 1e-9, "waited 22 + 17 + 12 of 100 ns")
  }

  @Test mutating func simultaneousUpdatesAreDueImmediately() {
    rule.didHear(1, at: 7)
    rule.didHear(1, at: 7)
    #expect(rule.due == 7)
  }

  /// An update found at some time arrived by then, so the next gap counts from that time.
  @Test mutating func gapCountsFromTheNewestFoundUpdate() {
    rule.didHear(1, at: 0)
    rule.didHearLate(1, at: 40)
    rule.didHear(1, at: 50)
    // After 60 ns of waiting, three updates wait another 40 in 14 ns; the next update is expected after 10.
    #expect(rule.due == 64)
  }

  /// After a wake in vain, the policy waits for a fifth of a delivery, or until its credit suffices if that is later.
  @Test mutating func needlessWakePostponesTheNextGuess() {
    var trusted = self
    for number in 0..<4 { _ = trusted.deliver(at: UInt64(number) * 101) }
    trusted.rule.didHear(1, at: 404)
    #expect(trusted.rule.due == 404)
    trusted.rule.didWakeInVain(at: 404)
    #expect(trusted.rule.due == 424)
    trusted.rule.didWakeInVain(at: 424)
    #expect(trusted.rule.due == 444)

    #expect(deliver(at: 0) == 12)
    for (time, due) in [(50, 150), (1_150, 1_250)] as [(UInt64, UInt64)] {
      rule.didHear(1, at: time)
      #expect(rule.due == due, "like balanced")
      rule.willDeliver(at: due)
    }
    rule.didHear(1, at: 2_350)
    #expect(rule.due == 2_438, "when its credit of 0.12 suffices")
    rule.didWakeInVain(at: 2_360)
    #expect(rule.due == 2_438, "a fifth of a delivery is shorter")
  }

  @Test func nextCountGrowsByAnEighthOrAQuarter() {
    #expect([1, 7, 8, 16, 80].map(rule.nextCount) == [2, 8, 9, 18, 90])
    #expect([1, 7, 8, 80].map(BalancedPolicy().nextCount) == [2, 8, 10, 100])
  }

  @Test mutating func nothingIsDueWithNothingPending() {
    #expect(rule.due == .max)
    _ = deliver(at: 3)
    #expect(rule.due == .max)
  }
}
