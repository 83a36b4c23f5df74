import Testing

@testable import CoalesceStrategies

/// Pending updates and what their waiting is worth.
struct PricedWaitTests {
  @Test func emptyWaitIsNeverDue() {
    #expect(PendingWait().time(reaching: 0) == .max)
  }

  @Test func maximumWaitCountsFromTheOldestUpdate() {
    for (cost, due) in [(5, 350), (50_000_000, 1_000_000_100)] as [(Int, UInt64)] {
      var pending = PricedWait(
        price: 0.02, deliveryCost: .nanoseconds(cost), maximumWait: .seconds(1))
      #expect(pending.due == .max)
      pending.wait.add(1, at: 100)
      #expect(pending.due == due)
    }
  }

  @Test func waitingTimesAddUp() {
    var wait = PendingWait()
    wait.add(1, at: 100)
    #expect(wait.time(reaching: 30) == 130)
    wait.add(2, at: 110)
    // 10 ns of waiting so far, then 3 more per nanosecond.
    #expect(wait.time(reaching: 30) == 117)
    #expect(wait.time(reaching: 10) == 110)
    wait.add(1, at: 120)
    #expect(wait.time(reaching: 30) == 120)
  }

  @Test func outOfOrderTimeIsClampedToTheNewest() {
    var wait = PendingWait()
    wait.add(1, at: 100)
    wait.add(1, at: 90)
    #expect(wait.count == 2)
    #expect(wait.time(reaching: 10) == 105)
  }

  @Test func overflowingWaitIsOverdue() {
    var wait = PendingWait()
    wait.add(.max, at: 0)
    wait.add(1, at: 1 << 40)
    #expect(wait.time(reaching: .max - 1) == 1 << 40)
  }

  @Test func unreachableTotalIsNeverDue() {
    var wait = PendingWait()
    wait.add(1, at: 5)
    #expect(wait.time(reaching: .max) == .max)
  }

  @Test func zeroOrInfinitePriceIsFatal() async {
    await #expect(processExitsWith: .failure) { _ = BalancedPolicy(price: 0) }
    await #expect(processExitsWith: .failure) { _ = BalancedPolicy(price: .infinity) }
  }
}
