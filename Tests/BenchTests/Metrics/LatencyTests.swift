import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct LatencyTests {
  @Test func percentilesAreNearestRanks() throws {
    let log = HandMadeLog(latencies: (1...1_000).map { Double($0) / 10 })
    #expect(try log.figure("latency_p50_ms") == 50)
    #expect(try log.figure("latency_p90_ms") == 90)
    #expect(try log.figure("latency_p99_ms") == 99)
    #expect(try log.figure("latency_max_ms") == 100)
    #expect(isClose(try log.figure("latency_mean_ms"), 50.05))
  }

  @Test func orderOfTheUpdatesDoesNotMatter() throws {
    let log = HandMadeLog(latencies: (1...20).reversed().map(Double.init))
    #expect(try log.figure("latency_p50_ms") == 10)
  }

  @Test(arguments: [
    ("latency_p50_ms", 20), ("latency_p90_ms", 100), ("latency_p99_ms", 1_000),
    ("latency_p99_9_ms", 10_000),
  ])
  func percentileIsEmptyBelowTenUpdatesBeyondIt(metric: String, needed: Int) throws {
    let enough = HandMadeLog(latencies: Array(repeating: 3, count: needed))
    #expect(try enough.figure(metric) == 3)
    let tooFew = HandMadeLog(latencies: Array(repeating: 3, count: needed - 1))
    #expect(try tooFew.figure(metric) == nil)
  }

  @Test func latencyRunsFromTheIntendedTimeAndNotFromALateSubmission() throws {
    var log = HandMadeLog()
    log.update(at: 10, actual: 25)
    log.application(of: [0], 26, 30)
    #expect(try log.figure("latency_max_ms") == 20)
  }

  @Test func latencyOfWhatMustNotWaitIsSaidByItself() throws {
    var log = HandMadeLog()
    log.update(at: 0)
    log.update(at: 90, actual: 91, isUrgent: true)
    log.update(at: 95, actual: nil, isUrgent: true)
    log.application(of: [0, 1], 99, 100)
    #expect(try log.figure("latency_urgent_max_ms") == 10)
    #expect(try log.figure("latency_max_ms") == 100)
    #expect(try HandMadeLog(latencies: [1]).figure("latency_urgent_max_ms") == nil)
  }

  @Test func latencyEndsWithTheTurnAndNotWithTheDelivery() throws {
    var log = HandMadeLog()
    log.update(at: 10)
    log.update(at: 10)
    log.application(of: [0, 1], 12, 18)
    #expect(log.analysis.latencies == [8_000_000, 8_000_000])
  }

  @Test func updateShownBeforeItsIntendedTimeHasNoNegativeLatency() throws {
    var log = HandMadeLog()
    log.update(at: 10, actual: 5)
    log.application(of: [0], 6, 8)
    #expect(try log.figure("latency_max_ms") == 0)
  }

  @Test func updatesThatWereNeverShownHaveNoLatency() throws {
    var log = HandMadeLog()
    log.update(at: 10)
    log.update(at: 20)
    log.application(of: [0], 10, 14)
    #expect(log.analysis.latencies == [4_000_000])
    #expect(try log.figure("latency_mean_ms") == 4)
  }

  @Test(arguments: ["latency_p50_ms", "latency_max_ms", "latency_mean_ms"])
  func noUpdatesHaveNoLatency(metric: String) throws {
    #expect(try HandMadeLog().figure(metric) == nil)
  }

  @Test func oneUpdateHasALongestAndAMeanButNoMedian() throws {
    let log = HandMadeLog(latencies: [7])
    #expect(try log.figure("latency_max_ms") == 7)
    #expect(try log.figure("latency_mean_ms") == 7)
    #expect(try log.figure("latency_p50_ms") == nil)
  }
}
