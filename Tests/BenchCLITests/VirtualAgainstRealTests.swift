import Testing

extension BenchTests {
  /// Deliveries in real time, the median of three trials, against the exact figure of virtual time.
  ///
  /// Exact where the rule alone decides; a delivery more or less where an edge may fall on either
  /// side of the last update; within a quarter where the speed of main decides, as with a source
  /// that reloads as often as main can.
  @Suite struct VirtualAgainstRealTests {
    private static let strategies = "source-add,throttle:interval=50ms,main-drain"
    private static let workloads =
      "complete-all:duration=100ms,uart:duration=300ms,on-off:bursts=1:period=150ms"
    private static let milliseconds = ["complete-all": 100.0, "uart": 300, "on-off": 150]

    private func tolerance(_ cell: String, _ virtual: Double) -> Double {
      switch cell {
      case "uart source-add": 0.25 * virtual
      case "uart throttle", "on-off source-add": 1
      default: 0
      }
    }

    private func name(_ key: String?) throws -> String {
      String(try #require(key).prefix { $0 != ":" })
    }

    /// Runs the cells and answers the folder of the results.
    private func results(_ arguments: [String]) async throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      let bench = try await BenchProcess.run(
        arguments + [
          "--strategy", Self.strategies, "--workload", Self.workloads, "--output", "out",
        ], in: folder)
      #expect(bench.exitCode == 0, "\(bench.errors)")
      return folder
    }

    /// The median of each cell's deliveries, by "workload strategy", both without parameters.
    private func deliveries(_ folder: TemporaryFolder) throws -> [String: Double] {
      var medians: [String: Double] = [:]
      for row in try Table(folder.text("out/summary.csv")).rows {
        guard row["metric"] == "deliveries" else { continue }
        let cell = "\(try name(row["workload"])) \(try name(row["strategy"]))"
        medians[cell] = Double(try #require(row["median"]))
      }
      return medians
    }

    /// Whether other programs took main's core away while it worked: it was busy for much longer
    /// than it had the processor. Says nothing of the deliveries themselves.
    private func wasDisturbed(_ folder: TemporaryFolder) throws -> Bool {
      try Table(folder.text("out/trials.csv")).rows.contains { row in
        let cpu = try #require(row["cpu_main_ms"].flatMap(Double.init))
        let share = try #require(row["main_busy_share"].flatMap(Double.init))
        let length = try #require(Self.milliseconds[try name(row["workload"])])
        return cpu < 0.75 * share * length
      }
    }

    /// The deliveries of the first of eight runs that nobody disturbed.
    private func undisturbedDeliveries() async throws -> [String: Double]? {
      for _ in 0..<8 {
        let folder = try await results(["run", "--trials", "3"])
        if try !wasDisturbed(folder) { return try deliveries(folder) }
      }
      return nil
    }

    @Test func deliveriesInRealTimeAreThoseOfVirtualTime() async throws {
      let virtual = try deliveries(try await results(["simulate"]))
      #expect(virtual.count == 9)
      guard let real = try await undisturbedDeliveries() else {
        withKnownIssue("Not checked: other programs kept the processor busy.") {
          Issue.record("Every run was disturbed.")
        }
        return
      }
      #expect(virtual.keys.sorted() == real.keys.sorted())
      for (cell, expected) in virtual {
        let difference = abs(try #require(real[cell]) - expected)
        #expect(
          difference <= tolerance(cell, expected),
          "\(cell): \(real[cell] ?? 0) deliveries in real time, \(expected) in virtual time")
      }
    }
  }
}
