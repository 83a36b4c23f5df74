import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite struct SubmissionTests {
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
