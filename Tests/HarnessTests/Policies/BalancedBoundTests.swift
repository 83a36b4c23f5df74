import CoalesceStrategies
import Testing

@testable import BenchHarness
@testable import BenchMath
@testable import Coalesce

/// Compares the cost of the self-tuning policies with the optimum, on the worst arrivals that a search finds: up to 500
/// instants with up to 1 000 updates each.
struct BalancedBoundTests {
  static let prices = [0.001, 0.01, 0.02, 0.2]
  /// The number of sets of arrivals tried for each policy.
  static let sets = 4_000
  private let reload: UInt64 = 2_240_000
  private var known: Duration { .nanoseconds(Int64(reload)) }

  private func search<Policy: EnginePolicy>(
    price: Double, allowance: Double = 0, _ policy: () -> Policy
  ) -> (badness: Double, arrivals: [Arrival]) {
    let patience = UInt64(Double(reload) / price)
    var search = ArrivalSearch(gaps: [reload, patience, patience / 10], seed: 7)
    search.run(Self.sets / Self.prices.count) { arrivals in
      var replay = PolicyReplay(policy(), price: price, reload: reload)
      replay.play(arrivals)
      let least = WeightedOptimum.cost(arrivals, reload: Double(reload), price: price)
      return (replay.cost - allowance) / least
    }
    print("\(Policy.self) at \(price): worst \(search.worst.badness)")
    return search.worst
  }

  @Test(arguments: prices)
  func balancedCostsAtMostNineQuartersOfTheOptimum(price: Double) {
    let worst = search(price: price) { BalancedPolicy(price: price, deliveryCost: known) }
    #expect(worst.badness <= 2.25 + 1e-6, "\(worst.arrivals)")
    // The bound is only tested if the search finds bad arrivals.
    #expect(worst.badness >= (2 + price) / (1 + price) - 0.05)
  }

  @Test(arguments: prices)
  func eagerCostsAtMost17EighthsOfTheOptimumPlusADelivery(price: Double) {
    let worst = search(price: price, allowance: Double(reload)) {
      BalancedEagerPolicy(price: price, deliveryCost: known)
    }
    #expect(worst.badness <= 2.125 + 1e-6, "\(worst.arrivals)")
    #expect(worst.badness >= 1.3)
  }

  @Test func weightedOptimumEqualsTheOptimumOfRepeatedArrivals() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      var time: UInt64 = 0
      let arrivals = (0..<Int.random(in: 1...20, using: &generator)).map { _ in
        time += UInt64.random(in: 0...20_000_000, using: &generator)
        return Arrival(time: time, count: Int.random(in: 1...6, using: &generator))
      }
      let each = arrivals.flatMap { Array(repeating: $0.time, count: $0.count) }
      let expected = Optimum(delivery: .init(reload: Double(reload)), price: 0.02)
        .schedule(.init(times: each)).cost(price: 0.02)
      let found = WeightedOptimum.cost(arrivals, reload: Double(reload), price: 0.02)
      #expect(abs(found - expected) <= 1e-6 * expected)
    }
  }
}
