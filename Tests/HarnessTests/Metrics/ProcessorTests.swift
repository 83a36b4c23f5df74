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
    (Metric.cpuProducers, 3.0), (.cpuMain, 12), (.cpuOther, 0.5), (.voluntarySwitches, 42),
    (.peakMemory, 1.5), (.cpuMainPerDelivery, 6_000), (.cpuMainPerUpdate, 2_000),
    (.submitCost, 100.5), (.submitCostP90, 180), (.allocationsPerUpdate, 4),
    (.allocatedBytesPerUpdate, 120),
  ])
  func countersAreReportedInTheirUnits(metric: Metric, expected: Double) {
    var log = TrialLog()
    for _ in 0..<6 { log.update(at: 1) }
    // An update that a delivery should have submitted.
    log.update(at: 1, actual: nil)
    log.reload(shown: [3], 2, 3)
    log.reload(shown: [6], 4, 5)
    #expect(log.figure(metric, counters: Self.counters) == expected)
    #expect(log.figure(metric) == nil)
  }

  /// Early updates count as punctual; p99 needs 1 000 updates.
  @Test func latenessIsActualMinusIntendedTime() {
    var log = TrialLog()
    log.update(at: 500, actual: 490)
    for number in 2...999 { log.update(at: 500, actual: 500 + Double(number) / 100) }
    #expect(log.figure(.producerLatenessP99) == nil)
    log.update(at: 500, actual: 510)
    log.update(at: 500, actual: nil)
    #expect(log.figure(.producerLatenessP99) == 9.9)
    #expect(log.figure(.producerLatenessMax) == 10)
    log.isPaced = false
    #expect(log.figure(.producerLatenessMax) == nil)
  }
}
