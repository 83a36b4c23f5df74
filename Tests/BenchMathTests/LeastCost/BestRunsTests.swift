import Coalesce
import Testing

@testable import BenchHarness
@testable import BenchMath

/// Compares the search with a plain dynamic program in O(n²).
struct BestRunsTests {

  static let deliveries: [Optimum.Delivery] = [
    .init(reload: 2_240_000), .init(reload: 0.5), .init(reload: 9e12),
    .init(reload: 2_240_000, rows: (150_000, 240_000)), .init(reload: 900, rows: (100, 0)),
    .init(reload: 2_240_000, rows: (0.1, 7)),
    .init(reload: 2_240_000, readsAfter: 2_000_000),
    .init(reload: 2_240_000, readsAfter: 2_000_000, rows: (150_000, 240_000)),
    .init(reload: 9e12, readsAfter: 8_000_000_000_000),
  ]

  /// Gaps in nanoseconds. With the last ones, sums exceed 64 bits and waits exceed 63.
  static let gaps: [ClosedRange<UInt64>] = [
    0...0, 0...3, 1_000_000...1_000_000, 0...20_000_000, 0...1_000_000_000_000,
    0...(1 << 53), 1 << 54...1 << 54,
  ]

  private func arrivals(
    _ count: Int, _ gap: ClosedRange<UInt64>, _ random: inout SeededGenerator
  ) -> [UInt64] {
    var time = UInt64.random(in: 0...1_000, using: &random)
    return (0..<count).map { _ in
      time += .random(in: gap, using: &random)
      return time
    }
  }

  private func expectPlain(_ optimum: Optimum, _ arrivals: [UInt64]) {
    let least = PlainOptimum(optimum, .init(times: arrivals)).least()
    let found = optimum.schedule(arrivals: arrivals).cost(price: optimum.price)
    #expect(
      abs(found - least) <= 1e-9 * max(1, least),
      "\(optimum.delivery), price \(optimum.price): \(found), least \(least)")
  }

  @Test(arguments: deliveries.indices, gaps.indices)
  func searchMatchesThePlainAlgorithm(delivery: Int, gap: Int) {
    var random = SeededGenerator(seed: UInt64(10 * delivery + gap))
    for count in [0, 1, 2, 3, 17, 60] {
      let arrivals = arrivals(count, Self.gaps[gap], &random)
      let middle = arrivals.isEmpty ? 0 : arrivals[count / 2]
      for blocked in [[], [middle..<middle + 9_000_000]] {
        for price in [0, 0.02, 1, 1e9] {
          expectPlain(
            Optimum(delivery: Self.deliveries[delivery], price: price, blocked: blocked), arrivals)
        }
      }
    }
  }

  /// Enough updates that hulls are moved to the front of their buffer. Several or few updates arrive per delivery.
  @Test(arguments: [(0, 600_000, 0.02), (3, 4_000_000, 20), (6, 4_000_000, 0.02), (7, 600_000, 20)])
  func searchMatchesThePlainAlgorithmOn2000Updates(delivery: Int, gap: UInt64, price: Double) {
    var random = SeededGenerator(seed: UInt64(delivery))
    let arrivals = arrivals(2_000, 0...gap, &random)
    expectPlain(Optimum(delivery: Self.deliveries[delivery], price: price), arrivals)
  }

  /// Covers prices between two with the same schedule, which need no search.
  @Test(arguments: [0, 3, 6, 7])
  func batchOfPricesGivesTheSchedulesOfSinglePrices(delivery: Int) {
    var random = SeededGenerator(seed: 9)
    let delivery = Self.deliveries[delivery]
    let views = [300, 0, 40].map {
      Optimum.Arrivals(times: arrivals($0, 0...3_000_000, &random))
    }
    let heard = Locked(0)
    for prices in [Frontier.prices, [0.5], []] {
      let all = Optimum.schedules(views, delivery, blocked: [], prices: prices) {
        heard.withLock { $0 += 1 }
      }
      let each = prices.map { price in
        views.reduce(Optimum.Schedule()) {
          $0 + Optimum(delivery: delivery, price: price).schedule($1)
        }
      }
      #expect(all == each)
    }
    #expect(heard.withLock { $0 } == Frontier.prices.count + 1)
  }
}
