import Coalesce
import BenchLibrarySupport
import Testing

/// The maximum wait of an update, independent of a policy's learnt cost.
struct MaximumWaitTests {
  /// How long a lone update waits at 30 s, after eight deliveries have taught the policy their cost.
  private func wait(_ policy: Pace) throws -> Duration {
    let stage = Stage(policy, cost: .milliseconds(100))
    for second in 0..<8 { stage.at(.seconds(second), .background) { stage.submit(second) } }
    stage.at(.seconds(30), .background) { stage.submit(30) }
    stage.run()
    return try #require(stage.starts.last) - .seconds(30)
  }

  /// Updates come 30 ms apart; the price alone would delay them for several more gaps.
  @Test(arguments: [(2, 100), (8, 100), (25, 100), (150, 150)])
  func eagerWaitsAtMost100MsOrOneDeliveryIfLonger(_ cost: Int, _ longest: Int) throws {
    for deliveryCost in [nil, Duration.milliseconds(cost)] {
      let stage = Stage(.balancedEager(deliveryCost: deliveryCost), cost: .milliseconds(cost))
      let gap = Duration.milliseconds(30)
      for step in 0..<200 { stage.at(gap * step, .background) { stage.submit(step) } }
      stage.run()
      let waits = stage.deliveries.compactMap { delivery in
        delivery.elements.first.map { delivery.start - gap * $0 }
      }
      #expect(try #require(waits.max()) <= .milliseconds(longest) + .microseconds(100))
    }
  }

  @Test func maximumWaitIsOneSecondByDefault() throws {
    #expect(try wait(.balanced()) == .seconds(1) + .microseconds(50))
    #expect(try wait(.balanced(maximumWait: .seconds(3))) == .seconds(3) + .microseconds(50))
    #expect(try wait(.balanced(maximumWait: .seconds(60))) == .seconds(5) + .microseconds(50))
  }

  /// After updates a second apart, the policy expects no other one after two and a half seconds.
  @Test(arguments: [Duration.milliseconds(1_500), .seconds(2)])
  func balancedEagerRespectsTheMaximumWait(_ maximum: Duration) throws {
    let policy = Pace.balancedEager(
      price: 0.001, deliveryCost: .seconds(1), maximumWait: maximum)
    #expect(try wait(policy) == maximum + .microseconds(50))
  }

  @Test func policyWithAKnownCostHasNoMaximumWaitByDefault() throws {
    let policy = Pace.balanced(price: 0.02, deliveryCost: .milliseconds(100))
    #expect(try wait(policy) == .seconds(5) + .microseconds(50))
  }

  @Test(arguments: [(nil as Int?, 2), (1, 1), (7, 7), (60, 10)])
  func budgetWaitsAtMostTwoSecondsByDefault(
    _ maximum: Int?, _ seconds: Int
  ) throws {
    // At 1 %, a delivery of 100 ms is paid for after 10 s. Three updates, because a single sample is not trusted.
    let policy =
      maximum.map { Pace.budget(share: 0.01, maximumWait: .seconds($0)) }
      ?? .budget(share: 0.01)
    let stage = Stage(policy, hop: .zero, cost: .milliseconds(100))
    for time in [0, 100, 200] {
      stage.at(.milliseconds(time), .background) { stage.submit(time) }
    }
    stage.run()
    let waited = try #require(stage.starts.last) - .milliseconds(200)
    #expect(waited == (seconds == 10 ? .milliseconds(9_900) : .seconds(seconds)))
  }
}
