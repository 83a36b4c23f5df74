import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite struct ProcessorTests {
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
