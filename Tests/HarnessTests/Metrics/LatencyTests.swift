import Testing

@testable import BenchHarness

struct LatencyTests {
  @Test func percentilesAreNearestRanks() throws {
    let log = HandMadeLog(latencies: (1...1_000).reversed().map { Double($0) / 10 })
    #expect(try log.figure("latency_p50_ms") == 50)
    #expect(try log.figure("latency_p90_ms") == 90)
    #expect(try log.figure("latency_p99_ms") == 99)
    #expect(try log.figure("latency_max_ms") == 100)
    #expect(isClose(try log.figure("latency_mean_ms"), 50.05))
  }

  @Test(arguments: [
    ("latency_p50_ms", 20), ("latency_p90_ms", 100), ("latency_p99_ms", 1_000),
    ("latency_p99_9_ms", 10_000), ("latency_max_ms", 1), ("latency_mean_ms", 1),
  ])
  func percentileNeedsTenUpdatesBeyondIt(metric: String, needed: Int) throws {
    let enough = HandMadeLog(latencies: Array(repeating: 3, count: needed))
    #expect(try enough.figure(metric) == 3)
    let tooFew = HandMadeLog(latencies: Array(repeating: 3, count: needed - 1))
    #expect(try tooFew.figure(metric) == nil)
  }

  /// Latency lasts until the end of the turn and is never negative.
  @Test(arguments: [(10.0, 25.0, 20.0), (10, 10, 20), (35, 5, 0)])
  func latencyRunsFromTheIntendedTime(intended: Double, actual: Double, latency: Double) throws {
    var log = HandMadeLog()
    log.update(at: intended, actual: actual)
    log.application(of: [0], 26, 30)
    #expect(try log.figure("latency_max_ms") == latency)
  }

  @Test func urgentUpdatesHaveTheirOwnLatency() throws {
    var log = HandMadeLog()
    log.update(at: 0)
    log.update(at: 90, actual: 91, isUrgent: true)
    log.update(at: 95, actual: nil, isUrgent: true)
    log.application(of: [0, 1], 99, 100)
    #expect(try log.figure("latency_urgent_max_ms") == 10)
    #expect(try log.figure("latency_max_ms") == 100)
    #expect(try HandMadeLog(latencies: [1]).figure("latency_urgent_max_ms") == nil)
  }
}

struct StalenessTests {
  private func share(
    _ waits: [(from: Double, until: Double)], views: Int = 1
  ) throws -> Double? {
    var log = HandMadeLog()
    log.viewCount = views
    for (index, wait) in waits.enumerated() { log.update(at: wait.from, view: index % views) }
    for (index, wait) in waits.enumerated() {
      log.application(of: [index], wait.until, wait.until)
    }
    return try log.figure("stale_share")
  }

  /// Trials of one second; the waits are separate, overlapping, nested, adjacent, or last beyond the end.
  @Test func staleShareIsTheUnionOfWaits() throws {
    #expect(isClose(try share([(100, 200), (300, 350)]), 0.15))
    #expect(isClose(try share([(100, 300), (200, 400)]), 0.3))
    #expect(isClose(try share([(100, 500), (200, 300), (450, 480)]), 0.4))
    #expect(isClose(try share([(100, 200), (200, 300)]), 0.2))
    #expect(isClose(try share([(900, 1_200)]), 0.1))
    #expect(isClose(try share([(100, 300), (200, 800)], views: 2), (0.2 + 0.6) / 2))
    #expect(isClose(try share([(100, 200), (100, 200)], views: 2), 0.1))
  }

  @Test func lostUpdateLeavesTheViewStaleUntilTheEnd() throws {
    var log = HandMadeLog()
    log.update(at: 300, actual: nil)
    log.update(at: 400)
    #expect(isClose(try log.figure("stale_share"), 0.6))
  }

  /// Producers that submit in batches set the intended times themselves, so updates of several producers may be out of
  /// order.
  @Test func staleShareAllowsWaitsInAnyOrder() throws {
    var log = HandMadeLog()
    log.producerCount = 2
    log.update(at: 0, producer: 0)
    log.update(at: 0, producer: 1)
    log.intend([500, 100])
    log.application(of: [1], 200, 200)
    log.application(of: [0], 600, 600)
    #expect(isClose(try log.figure("stale_share"), 0.2))
  }
}
