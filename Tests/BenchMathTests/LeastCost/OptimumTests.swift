import Testing

@testable import BenchMath

/// Schedules computed by hand. `BestRunsTests` compares others with a plain algorithm.
struct OptimumTests {
  /// A reload shows the updates that come until it reads the model. At a price that makes each update
  /// worth a reload, reloads run one after another. The update at 80, which the first reload shows, causes a second
  /// reload, which shows those at 180.
  @Test(
    arguments: [
      ([0, 20, 40, 60, 80], 80, 1, 1, 300), ([0, 20, 40, 60, 80], 0, 0.1, 1, 700),
      ([0, 60, 1_000], 0, 100, 3, 340), ([0, 80, 180, 180], 80, 1, 2, 160),
    ] as [([UInt64], UInt64, Double, Int, Double)])
  func reloadsShowWhatTheyRead(
    arrivals: [UInt64], readsAfter: UInt64, price: Double, deliveries: Int, latency: Double
  ) {
    let optimum = Optimum(delivery: .init(reload: 100, readsAfter: readsAfter), price: price)
    let schedule = optimum.schedule(arrivals: arrivals)
    #expect(schedule.deliveries == deliveries && schedule.latencyNanoseconds == latency)
    #expect(schedule.mainNanoseconds == 100 * Double(deliveries))
  }

  /// No update, one, many at one instant, free waiting, and free deliveries.
  @Test(
    arguments: [
      ([], 100, 0.02, 0, 0), ([7], 100, 0.5, 1, 100),
      (Array(repeating: 5, count: 1_000), 100, 0.02, 1, 100_000),
      ([0, 1_000, 9_000], 100, 0, 1, 17_300), ([0, 10, 20], 0, 0.02, 3, 0),
    ] as [([UInt64], Double, Double, Int, Double)])
  func optimumIsExactInEdgeCases(
    arrivals: [UInt64], reload: Double, price: Double, deliveries: Int, latency: Double
  ) {
    let schedule = Optimum(delivery: .init(reload: reload), price: price)
      .schedule(arrivals: arrivals)
    #expect(schedule.deliveries == deliveries && schedule.latencyNanoseconds == latency)
    #expect(schedule.mainNanoseconds == reload * Double(deliveries))
  }

  @Test func deliveryWaitsUntilTheMainThreadIsFree() {
    let optimum = Optimum(
      delivery: .init(reload: 10), price: 1, blocked: [100..<200])
    #expect(optimum.schedule(arrivals: [150]).latencyNanoseconds == 60)
    #expect(optimum.schedule(arrivals: [200]).latencyNanoseconds == 10)
  }

  @Test func optimumOfALongTraceIsExactDespiteHugeTimes() {
    let start: UInt64 = 1 << 62
    let arrivals = (0..<1_000).map { start + UInt64($0) * 86_400_000 }
    let near = (0..<1_000).map { UInt64($0) * 86_400_000 }
    let optimum = Optimum(delivery: .init(reload: 2_240_000), price: 0.02)
    #expect(optimum.schedule(arrivals: arrivals) == optimum.schedule(arrivals: near))
  }
}

extension Optimum {
  fileprivate func schedule(arrivals: [UInt64]) -> Schedule { schedule(Arrivals(times: arrivals)) }
}
