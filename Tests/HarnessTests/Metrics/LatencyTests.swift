import Testing

@testable import BenchHarness

struct LatencyTests {
  @Test func percentilesAreNearestRanks() throws {
    let log = TrialLog(latencies: (1...1_000).reversed().map { Double($0) / 10 })
    #expect(log.figure(.latencyP50) == 50)
    #expect(log.figure(.latencyP90) == 90)
    #expect(log.figure(.latencyP99) == 99)
    #expect(log.figure(.latencyMax) == 100)
    #expect(isClose(log.figure(.latencyMean), 50.05))
  }

  @Test(arguments: [
    (Metric.latencyP50, 20), (.latencyP90, 100), (.latencyP99, 1_000), (.latencyP999, 10_000),
    (.latencyMax, 1), (.latencyMean, 1),
  ])
  func percentileNeedsTenUpdatesBeyondIt(metric: Metric, needed: Int) {
    let enough = TrialLog(latencies: Array(repeating: 3, count: needed))
    #expect(enough.figure(metric) == 3)
    let tooFew = TrialLog(latencies: Array(repeating: 3, count: needed - 1))
    #expect(tooFew.figure(metric) == nil)
  }

  /// Latency lasts until the end of the turn and is never negative.
  @Test(arguments: [(10.0, 25.0, 20.0), (10, 10, 20), (35, 5, 0)])
  func latencyRunsFromTheIntendedTime(intended: Double, actual: Double, latency: Double) throws {
    var log = TrialLog()
    log.update(at: intended, actual: actual)
    log.application(of: [0], 26, 30)
    #expect(log.figure(.latencyMax) == latency)
  }

  @Test func urgentUpdatesHaveTheirOwnLatency() throws {
    var log = TrialLog()
    log.update(at: 0)
    log.update(at: 90, actual: 91, isUrgent: true)
    log.update(at: 95, actual: nil, isUrgent: true)
    log.application(of: [0, 1], 99, 100)
    #expect(log.figure(.latencyUrgentMax) == 10)
    #expect(log.figure(.latencyMax) == 100)
    #expect(TrialLog(latencies: [1]).figure(.latencyUrgentMax) == nil)
  }
}

struct StalenessTests {
  private func share(
    _ waits: [(from: Double, until: Double)], views: Int = 1
  ) -> Double? {
    var log = TrialLog(views: views)
    for (index, wait) in waits.enumerated() { log.update(at: wait.from, view: index % views) }
    for (index, wait) in waits.enumerated() {
      log.application(of: [index], wait.until, wait.until)
    }
    return log.figure(.staleShare)
  }

  /// Trials of one second; the waits are separate, overlapping, nested, adjacent, or last beyond the end.
  @Test func staleShareIsTheUnionOfWaits() {
    #expect(isClose(share([(100, 200), (300, 350)]), 0.15))
    #expect(isClose(share([(100, 300), (200, 400)]), 0.3))
    #expect(isClose(share([(100, 500), (200, 300), (450, 480)]), 0.4))
    #expect(isClose(share([(100, 200), (200, 300)]), 0.2))
    #expect(isClose(share([(900, 1_200)]), 0.1))
    #expect(isClose(share([(100, 300), (200, 800)], views: 2), (0.2 + 0.6) / 2))
    #expect(isClose(share([(100, 200), (100, 200)], views: 2), 0.1))
  }

  @Test func lostUpdateLeavesTheViewStaleUntilTheEnd() throws {
    var log = TrialLog()
    log.update(at: 300, actual: nil)
    log.update(at: 400)
    #expect(isClose(log.figure(.staleShare), 0.6))
  }

  /// Producers that submit in batches set the intended times themselves, so updates of several producers may be out of
  /// order.
  @Test func staleShareAllowsWaitsInAnyOrder() throws {
    var log = TrialLog(threads: 2)
    log.update(at: 0, producer: 0)
    log.update(at: 0, producer: 1)
    log.intended = [500_000_000, 100_000_000]
    log.application(of: [1], 200, 200)
    log.application(of: [0], 600, 600)
    #expect(isClose(log.figure(.staleShare), 0.2))
  }
}
