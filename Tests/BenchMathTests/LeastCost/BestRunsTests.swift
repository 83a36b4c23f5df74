import Coalesce
import Foundation
import Testing

@testable import BenchMath

/// Compares the search with a plain dynamic program in O(n²), for views that read at the start of a reload, at its end
/// or in between.
struct BestRunsTests {
  static let deliveries: [Optimum.Delivery] = [
    .init(reload: 2_240_000), .init(reload: 0.5), .init(reload: 9e12),
    .init(reload: 2_240_000, rowChange: 390_000), .init(reload: 900, rowChange: 100),
    .init(reload: 2_240_000, rowChange: 7.1),
    .init(reload: 2_240_000, rowChange: 390_000, areRowsDrained: true),
    .init(reload: 2_240_000, readsAfter: 2_000_000),
    .init(reload: 2_240_000, readsAfter: 2_000_000, rowChange: 390_000),
    .init(reload: 9e12, readsAfter: 8_000_000_000_000), .init(reload: 0),
    .init(reload: 8_240_000, readsAfter: 8_240_000), .init(reload: 8_240_000, readsAfter: 400_000),
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

  private func expectPlain(_ optimum: Optimum, _ arrivals: Optimum.Arrivals) {
    let least = PlainOptimum(optimum, arrivals).least()
    let found = optimum.schedule(arrivals).cost(price: optimum.price)
    #expect(
      abs(found - least) <= 1e-9 * max(1, least),
      "\(arrivals.times), \(optimum.delivery), price \(optimum.price): \(found), least \(least)")
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
            Optimum(delivery: Self.deliveries[delivery], price: price, blocked: blocked),
            .init(times: arrivals))
        }
      }
    }
  }

  /// All sets of up to seven arrivals whose gaps are zero, short or long compared with a delivery.
  @Test(arguments: deliveries.indices)
  func searchMatchesThePlainAlgorithmOnEverySmallSetOfArrivals(delivery: Int) {
    let delivery = Self.deliveries[delivery]
    let gaps: [UInt64] = delivery.reload == 900 ? [0, 600, 9_000] : [0, 6_000_000, 90_000_000]
    var sets: [[UInt64]] = [[1_000]]
    for _ in 1...7 {
      for arrivals in sets {
        expectPlain(Optimum(delivery: delivery, price: 0.02), .init(times: arrivals))
      }
      sets = sets.flatMap { set in gaps.map { set + [set[set.count - 1] + $0] } }
    }
  }

  /// Each row adds nothing, little, or more than an empty view's delivery takes; updates may change the same rows.
  @Test(arguments: deliveries.indices, [0, 0.001, 0.02, 1, 50])
  func searchMatchesThePlainAlgorithmIfCostsGrow(delivery: Int, price: Double) {
    var random = SeededGenerator(seed: UInt64(delivery) + 70)
    for growing in [0, 3_000, 400_000, 9_000_000] {
      for _ in 0..<4 {
        // Gaps range from several updates per delivery to several deliveries per gap.
        let gap = UInt64(pow(10, Double.random(in: 5...8, using: &random)))
        var updates = Optimum.Arrivals(times: arrivals(12, 0...gap, &random))
        let blocked = updates.times[3]..<updates.times[6] + 20_000_000
        let optimum = Optimum(
          delivery: Self.deliveries[delivery], price: price, blocked: [blocked])
        var grown = 0.0
        updates.growth = updates.times.map { _ in
          grown += Double(Int.random(in: 0...2, using: &random) * growing)
          return grown
        }
        expectPlain(optimum, updates)
        updates.growth = []
        let row = Self.deliveries[delivery].rowChange ?? 1
        updates.rowCosts = updates.times.reduce(into: [0.0]) { costs, _ in
          costs.append(costs[costs.count - 1] + row * [0, 1, 4].randomElement(using: &random)!)
        }
        expectPlain(optimum, updates)
      }
    }
  }

  /// Enough updates that hulls are moved to the front of their buffer. Several or few updates arrive per delivery.
  @Test(arguments: [(0, 600_000, 0.02), (3, 4_000_000, 20), (6, 4_000_000, 0.02), (7, 600_000, 20)])
  func searchMatchesThePlainAlgorithmOn2000Updates(delivery: Int, gap: UInt64, price: Double) {
    var random = SeededGenerator(seed: UInt64(delivery))
    let arrivals = arrivals(2_000, 0...gap, &random)
    expectPlain(
      Optimum(delivery: Self.deliveries[delivery], price: price), .init(times: arrivals))
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
    let many = (0..<60).map { pow(10, Double($0) / 10 - 4) }
    for prices in [many, [0.5], []] {
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
    #expect(heard.withLock { $0 } == many.count + 1)
  }
}
