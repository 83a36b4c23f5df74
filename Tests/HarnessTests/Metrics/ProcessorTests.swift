import Testing

@testable import BenchHarness

struct ProcessorTests {
  private static let counters = {
    var counters = TrialCounters()
    counters.producerCPU = 3_000_000
    counters.mainCPU = 12_000_000
    counters.otherCPU = 500_000
    counters.voluntarySwitches = 42
    counters.peakMemoryBytes = 3 * 1_048_576 / 2
    (counters.allocations, counters.allocatedBytes) = (24, 720)
    counters.submitCosts = (1...200).reversed().map(Double.init)
    return counters
  }()

  @Test(arguments: [
    ("cpu_producers_ms", 3.0), ("cpu_main_ms", 12), ("cpu_other_ms", 0.5),
    ("voluntary_switches", 42), ("peak_memory_mib", 1.5), ("cpu_main_per_delivery_us", 6_000),
    ("cpu_main_per_update_us", 2_000), ("submit_cost_ns", 100.5), ("submit_cost_p90_ns", 180),
    ("allocations_per_update", 4), ("allocated_bytes_per_update", 120),
  ])
  func countersAreReportedInTheirUnits(metric: String, expected: Double) throws {
    var log = HandMadeLog()
    for _ in 0..<6 { log.update(at: 1) }
    // An update that a delivery should have submitted.
    log.update(at: 1, actual: nil)
    log.reload(shown: [3], 2, 3)
    log.reload(shown: [6], 4, 5)
    #expect(try log.figure(metric, counters: Self.counters) == expected)
    #expect(try log.figure(metric) == nil)
  }

  /// Early updates count as punctual; p99 needs 1 000 updates.
  @Test func latenessIsActualMinusIntendedTime() throws {
    var log = HandMadeLog()
    log.update(at: 500, actual: 490)
    for number in 2...999 { log.update(at: 500, actual: 500 + Double(number) / 100) }
    #expect(try log.figure("producer_lateness_p99_ms") == nil)
    log.update(at: 500, actual: 510)
    log.update(at: 500, actual: nil)
    #expect(try log.figure("producer_lateness_p99_ms") == 9.9)
    #expect(try log.figure("producer_lateness_max_ms") == 10)
    var unpaced = log.log
    unpaced.isPaced = false
    #expect(TrialAnalysis(unpaced).lateness.max == nil)
  }
}
