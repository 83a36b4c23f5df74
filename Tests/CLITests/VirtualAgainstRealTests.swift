import BenchTestSupport
import Testing

extension TimedBenchTests {
  /// Compares the number of deliveries in real time, the median of three trials, with the exact number in virtual time.
  ///
  /// The numbers must be equal if the strategy's rule alone decides, and may differ by one if an edge may fall on
  /// either side of the last update. If the main thread's speed decides, as with a source that reloads as often as
  /// possible, the test divides its processor time by virtual time's cost of a delivery, and accepts a difference of a
  /// quarter. This detects a main thread that idles; the other cells detect a source that reloads too often. Deliveries
  /// alone would compare costs: in a debug build, the same work takes twice as long in one process as in the next, so
  /// one calibration does not suit all trials.
  @Suite struct VirtualAgainstRealTests {
    private static let strategies = "source-add,throttle-in-submit:interval=50ms,main-drain"
    private static let workloads =
      "complete-all:duration=100ms,uart:duration=300ms,on-off:bursts=1:period=150ms"
    private static let milliseconds = ["complete-all": 100.0, "uart": 300, "on-off": 150]

    private func tolerance(_ cell: String, _ virtual: Double) -> Double {
      switch cell {
      case "uart source-add": 0.25 * virtual
      case "uart throttle-in-submit", "on-off source-add": 1
      default: 0
      }
    }

    /// Runs the cells and returns the rows of their trials.
    private func trials(_ command: String) async throws -> [[String: String]] {
      let folder = TemporaryFolder()
      try await BenchProcess.run(
        "\(command) --strategy \(Self.strategies) --workload \(Self.workloads) --output out",
        in: folder)
      return try Table(folder.text("out/trials.csv")).rows.filter { $0["pass"] != "allocations" }
    }

    /// "workload strategy", both without parameters.
    private func cell(_ trial: [String: String]) throws -> String {
      try ["workload", "strategy"].map { column in
        String(try #require(trial[column]).prefix { $0 != ":" })
      }.joined(separator: " ")
    }

    /// How long the main thread was busy, in milliseconds.
    private func busy(_ trial: [String: String]) throws -> Double {
      let workload = try cell(trial).prefix { $0 != " " }
      return try figure("main_busy_share", trial) * #require(Self.milliseconds[String(workload)])
    }

    private func figure(_ column: String, _ trial: [String: String]) throws -> Double {
      try #require(trial[column].flatMap(Double.init))
    }

    /// Whether other programs took the main thread's core: it was busy for much longer than its processor time. Does
    /// not look at the deliveries themselves.
    private func isDisturbed(_ trial: [String: String]) throws -> Bool {
      guard trial["outcome"] == "ok" else { return true }
      return try figure("cpu_main_ms", trial) < 0.75 * busy(trial)
    }

    /// The count to compare with virtual time.
    private func count(_ trial: [String: String], virtual: [String: String]) throws -> Double {
      guard try cell(trial) == "uart source-add" else {
        return try figure("deliveries", trial)
      }
      return try figure("cpu_main_ms", trial) / (busy(virtual) / figure("deliveries", virtual))
    }

    /// The counts of at least three undisturbed trials for each cell of virtual time; nil if a minute yields fewer.
    /// Drops a whole run if many of its trials were disturbed, because the others probably were as well.
    private func undisturbedCounts(
      virtual: [String: [String: String]]
    ) async throws -> [String: [Double]]? {
      let start = ContinuousClock.now
      var kept: [[String: String]] = []
      repeat {
        let trials = try await trials("run --trials 3")
        let undisturbed = try trials.filter { try !isDisturbed($0) }
        if undisturbed.count * 10 >= trials.count * 9 { kept += undisturbed }
        let counts = try Dictionary(grouping: kept, by: cell).mapValues { trials in
          try trials.map { try count($0, virtual: #require(virtual[cell($0)])) }
        }
        if counts.count == virtual.count, counts.values.allSatisfy({ $0.count >= 3 }) {
          return counts
        }
      } while ContinuousClock.now - start < .seconds(60)
      return nil
    }

    @Test func strategiesDeliverAsOftenInRealTimeAsInVirtualTime() async throws {
      let virtual = try Dictionary(
        uniqueKeysWithValues: await trials("simulate").map { (try cell($0), $0) })
      #expect(virtual.count == 9)
      guard let real = try await undisturbedCounts(virtual: virtual) else {
        withKnownIssue("Not checked: other programs kept the processor busy.") {
          Issue.record("Fewer than three undisturbed trials of a cell.")
        }
        return
      }
      for (cell, trial) in virtual {
        let expected = try figure("deliveries", trial)
        let counts = try #require(real[cell]).sorted()
        let median = counts[counts.count / 2]
        #expect(
          abs(median - expected) <= tolerance(cell, expected),
          "\(cell): \(counts) deliveries in real time, \(expected) in virtual time")
      }
    }
  }
}
