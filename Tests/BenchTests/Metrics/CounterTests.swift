import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct MemoryTests {
  @Test func peakIsInMebibytes() throws {
    var counters = TrialCounters()
    counters.peakMemoryBytes = 3 * 1_048_576 / 2
    #expect(try HandMadeLog().figure("peak_memory_mib", counters: counters) == 1.5)
  }

  @Test func peakThatWasNotMeasuredIsEmpty() throws {
    #expect(try HandMadeLog().figure("peak_memory_mib") == nil)
  }
}

@Suite(.timeLimit(.minutes(15))) struct ProcessorTests {
  private static let counters = {
    var counters = TrialCounters()
    counters.producerCPU = 3_000_000
    counters.mainCPU = 12_000_000
    counters.otherCPU = 500_000
    counters.voluntarySwitches = 42
    return counters
  }()

  @Test(arguments: [
    ("cpu_producers_ms", 3.0), ("cpu_main_ms", 12.0), ("cpu_other_ms", 0.5),
    ("voluntary_switches", 42.0),
  ])
  func countersAreHandedOnInTheirUnits(metric: String, expected: Double) throws {
    #expect(try HandMadeLog().figure(metric, counters: Self.counters) == expected)
  }

  @Test func mainIsDividedByDeliveriesAndByUpdates() throws {
    var log = HandMadeLog()
    for _ in 0..<6 { log.update(at: 1) }
    log.reload(shown: [3], 2, 3)
    log.reload(shown: [6], 4, 5)
    #expect(try log.figure("cpu_main_per_delivery_us", counters: Self.counters) == 6_000)
    #expect(try log.figure("cpu_main_per_update_us", counters: Self.counters) == 2_000)
  }

  /// Updates that a delivery would have submitted, had there been one, are none.
  @Test func updateThatWasNeverSubmittedIsNotCounted() throws {
    var log = HandMadeLog()
    for _ in 0..<5 { log.update(at: 1) }
    log.update(at: 1, actual: nil)
    #expect(try log.figure("cpu_main_per_update_us", counters: Self.counters) == 2_400)
    #expect(try log.figure("updates") == 5)
  }

  @Test func nothingIsDividedByNothing() throws {
    let log = HandMadeLog()
    #expect(try log.figure("cpu_main_per_delivery_us", counters: Self.counters) == nil)
    #expect(try log.figure("cpu_main_per_update_us", counters: Self.counters) == nil)
  }

  @Test(arguments: [
    "cpu_producers_ms", "cpu_main_ms", "cpu_other_ms", "cpu_main_per_delivery_us",
    "cpu_main_per_update_us", "voluntary_switches",
  ])
  func whatWasNotCountedIsEmpty(metric: String) throws {
    let log = HandMadeLog(latencies: [1, 2])
    #expect(try log.figure(metric) == nil)
  }
}

@Suite(.timeLimit(.minutes(15))) struct SubmissionTests {
  @Test func costIsTheMedianOfTheBatches() throws {
    var counters = TrialCounters()
    counters.submitCosts = [9, 5, 7]
    #expect(try HandMadeLog().figure("submit_cost_ns", counters: counters) == 7)
    counters.submitCosts = [9, 5, 7, 6]
    #expect(try HandMadeLog().figure("submit_cost_ns", counters: counters) == 6.5)
  }

  @Test func whatHadNoTimeOfItsOwnWasNotLate() {
    var log = HandMadeLog(latencies: [1, 2]).log
    #expect(TrialAnalysis(log).lateness == [0, 0])
    log.isPaced = false
    #expect(TrialAnalysis(log).lateness.isEmpty)
  }

  @Test func ninthDecileIsOneOfTheBatches() throws {
    var counters = TrialCounters()
    counters.submitCosts = (1...200).reversed().map(Double.init)
    #expect(try HandMadeLog().figure("submit_cost_p90_ns", counters: counters) == 180)
    counters.submitCosts = Array(repeating: 5, count: 99)
    #expect(try HandMadeLog().figure("submit_cost_p90_ns", counters: counters) == nil)
  }

  @Test func costThatWasNotMeasuredIsEmpty() throws {
    #expect(try HandMadeLog().figure("submit_cost_ns") == nil)
    #expect(try HandMadeLog().figure("submit_cost_p90_ns") == nil)
  }

  @Test func latenessIsActualLessIntendedTime() throws {
    var log = HandMadeLog()
    for number in 1...1_000 { log.update(at: 500, actual: 500 + Double(number) / 100) }
    #expect(try log.figure("producer_lateness_p99_ms") == 9.9)
    #expect(try log.figure("producer_lateness_max_ms") == 10)
  }

  @Test func earlySubmissionIsNotLate() throws {
    var log = HandMadeLog()
    log.update(at: 10, actual: 8)
    #expect(try log.figure("producer_lateness_max_ms") == 0)
  }

  @Test func updatesThatWereNeverSubmittedAreNotLate() throws {
    var log = HandMadeLog()
    log.update(at: 10, actual: 11)
    log.update(at: 10, actual: nil)
    #expect(try log.figure("producer_lateness_max_ms") == 1)
  }

  @Test func latenessOfTooFewUpdatesHasNoPercentile() throws {
    var log = HandMadeLog()
    for _ in 0..<999 { log.update(at: 1, actual: 2) }
    #expect(try log.figure("producer_lateness_p99_ms") == nil)
    #expect(try HandMadeLog().figure("producer_lateness_max_ms") == nil)
  }
}
