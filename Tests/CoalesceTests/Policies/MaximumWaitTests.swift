import Coalesce
import CoalesceStrategies
import CoalesceTesting
import Testing

/// How long an update waits at the most, whatever a policy has learnt.
struct MaximumWaitTests {
  /// After the first delivery, which took 100 ms, one update would be worth the next after 5 s.
  static let learning: [Pace] = [.balanced(), .balancedEager()]

  /// When the second delivery begins, of one update that is submitted at 10 s.
  private func wait(_ policy: Pace) throws -> Duration {
    let stage = Stage(policy, cost: .milliseconds(100))
    for second in 0..<8 { stage.at(.seconds(second), .background) { stage.submit(second) } }
    stage.at(.seconds(30), .background) { stage.submit(30) }
    stage.run()
    return try #require(stage.starts.last) - .seconds(30)
  }

  @Test(arguments: learning.indices)
  func updateWaitsAtMostASecondWhileThePolicyLearns(_ index: Int) throws {
    let waited = try wait(Self.learning[index])
    #expect(waited <= .seconds(1) + .microseconds(50))
  }

  @Test func maximumWaitIsOneSecondUnlessGiven() throws {
    #expect(try wait(.balanced()) == .seconds(1) + .microseconds(50))
    #expect(try wait(.balanced(maximumWait: .seconds(3))) == .seconds(3) + .microseconds(50))
    #expect(try wait(.balanced(maximumWait: .seconds(60))) == .seconds(5) + .microseconds(50))
  }

  /// Of updates a second apart no more is expected after two and a half.
  @Test(arguments: [Duration.milliseconds(1_500), .seconds(2)])
  func guessWaitsNoLongerThanItMay(_ maximum: Duration) throws {
    let policy = Pace.balancedEager(deliveryCost: .seconds(60), maximumWait: maximum)
    #expect(try wait(policy) == maximum + .microseconds(50))
  }

  @Test func policyThatKnowsTheCostHasNoSuchLimit() throws {
    let policy = Pace.balanced(price: 0.02, deliveryCost: .milliseconds(100))
    #expect(try wait(policy) == .seconds(5) + .microseconds(50))
  }

  @Test(arguments: [(nil as Int?, 2), (1, 1), (7, 7), (60, 10)])
  func budgetHasAnUpdateWaitForTwoSecondsUnlessToldOtherwise(
    _ maximum: Int?, _ seconds: Int
  ) throws {
    // A delivery of 100 ms has paid for itself after 10 s; the cost of one is not believed.
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
