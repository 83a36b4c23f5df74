import Testing

@testable import BenchMath

/// Schedules computed by hand. `BestRunsTests` compares others with a plain algorithm.
struct OptimumTests {
  /// Computed by hand: a reload shows the updates that come while it runs, until it reads the model.
  @Test func reloadShowsUpdatesThatArriveBeforeItReadsTheModel() {
    let burst: [UInt64] = [0, 20, 40, 60, 80]
    let late = Optimum(delivery: .init(reload: 100, readsAfter: 80), price: 1)
    #expect(
      late.schedule(arrivals: burst)
        == .init(deliveries: 1, mainNanoseconds: 100, latencyNanoseconds: 500 - 200))
    let early = Optimum(delivery: .init(reload: 100), price: 0.1)
    #expect(
      early.schedule(arrivals: burst)
        == .init(deliveries: 1, mainNanoseconds: 100, latencyNanoseconds: 900 - 200))
  }

  /// Computed by hand: at a price that makes each update worth a reload, reloads run one after another.
  @Test func reloadsOfAViewDoNotOverlap() {
    let optimum = Optimum(delivery: .init(reload: 100), price: 100)
    #expect(
      optimum.schedule(arrivals: [0, 60, 1_000])
        == .init(deliveries: 3, mainNanoseconds: 300, latencyNanoseconds: 100 + 140 + 100))
  }

  /// Computed by hand: the update at 80, shown by the first reload, causes a second one that shows those at 180.
  @Test func shownUpdateMayStillCauseAReload() {
    let optimum = Optimum(delivery: .init(reload: 100, readsAfter: 80), price: 1)
    #expect(
      optimum.schedule(arrivals: [0, 80, 180, 180])
        == .init(deliveries: 2, mainNanoseconds: 200, latencyNanoseconds: 100 + 20 + 20 + 20))
  }

  /// Computed by hand: no update, one, many at one instant, free waiting, and free deliveries.
  @Test(
    arguments: [
      ([], 100, 0.02, .init()),
      ([7], 100, 0.5, .init(deliveries: 1, mainNanoseconds: 100, latencyNanoseconds: 100)),
      (
        Array(repeating: 5, count: 1_000), 100, 0.02,
        .init(deliveries: 1, mainNanoseconds: 100, latencyNanoseconds: 100_000)
      ),
      (
        [0, 1_000, 9_000], 100, 0,
        .init(deliveries: 1, mainNanoseconds: 100, latencyNanoseconds: 17_300)
      ),
      ([0, 10, 20], 0, 0.02, .init(deliveries: 3, mainNanoseconds: 0, latencyNanoseconds: 0)),
    ] as [([UInt64], Double, Double, Optimum.Schedule)])
  func optimumIsExactInEdgeCases(
    arrivals: [UInt64], reload: Double, price: Double, schedule: Optimum.Schedule
  ) {
    let optimum = Optimum(delivery: .init(reload: reload), price: price)
    #expect(optimum.schedule(arrivals: arrivals) == schedule)
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
