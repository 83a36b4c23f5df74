import Testing

@testable import Coalesce

/// When deliveries may start, in milliseconds.
struct TimeAccountTests {
  private func start(_ account: TimeAccount, _ cost: UInt64) -> UInt64 {
    account.start(of: cost * 1_000_000) / 1_000_000
  }

  @Test func halfOfTheTimeThatPassesPays() {
    var account = TimeAccount()
    account.charge(300_000_000, at: 1_000_000_000)
    #expect(start(account, 0) == 1_400, "100 ms may be owed.")
    #expect(start(account, 100) == 1_500, "Half of a delivery counts when it starts.")
    #expect(start(account, 200) == 1_600, "All is paid.")
    #expect(start(account, 5_000) == 1_600)
    account.charge(0, at: 1_500_000_000)
    #expect(start(account, 0) == 0 && start(account, 200) == 1_600)
  }

  @Test func usualCostIsSettledWhenADeliveryIsOver() {
    var account = TimeAccount()
    account.charge(300_000_000, at: 1_000_000_000)
    account.settle(120_000_000, charged: 300_000_000, since: 1_000_000_000, at: 1_000_000_000)
    #expect(start(account, 0) == 1_040)
    account.settle(0, charged: 500_000_000, since: 1_000_000_000, at: 1_000_000_000)
    #expect(start(account, 1_000) == 0, "Nobody is owed time.")
  }

  /// The first delivery of a view, and the second one of a known cost.
  @Test func costThatWasUnknownCountsFromTheStart() {
    var account = TimeAccount()
    account.settle(300_000_000, charged: 0, since: 1_000_000_000, at: 1_300_000_000)
    #expect(start(account, 300) == 1_600)
    account.charge(300_000_000, at: 1_600_000_000)
    account.settle(300_000_000, charged: 300_000_000, since: 1_600_000_000, at: 1_900_000_000)
    #expect(start(account, 300) == 2_200)
  }

  /// The charge of a delivery that waited was paid meanwhile; the debt is that of another.
  @Test func refundLeavesTheDebtOfOthers() {
    var account = TimeAccount()
    account.charge(100_000_000, at: 1_000_000_000)
    account.charge(190_000_000, at: 1_900_000_000)
    account.settle(10_000_000, charged: 100_000_000, since: 1_000_000_000, at: 2_000_000_000)
    #expect(start(account, 0) == 2_080, "190 - 50 ms are owed.")
  }

  @Test func endlessCostMeansNever() {
    var account = TimeAccount()
    for _ in 0..<3 { account.charge(.max, at: 5) }
    #expect(account.start(of: .max) == .max)
  }
}
