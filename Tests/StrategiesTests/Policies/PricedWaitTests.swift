import Testing

@testable import CoalesceStrategies

/// Pending updates and the price of their waiting.
struct PricedWaitTests {
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

  @Test func zeroOrInfinitePriceIsFatal() async {
    await #expect(processExitsWith: .failure) { _ = BalancedPolicy(price: 0) }
    await #expect(processExitsWith: .failure) { _ = BalancedPolicy(price: .infinity) }
  }
}
