import BenchTestSupport
import Testing

extension TimedBenchTests {
  /// Strategies whose figures are known in advance, measured like a user: by the command line, reading the CSV.
  @Suite struct KnownAnswers {
    private static let freeView = "--reload-cost 0ms --row-change-cost 0ms --visible-row-cost 20us"

    private func trials(_ command: String) async throws -> [[String: String]] {
      let folder = TemporaryFolder()
      let done = try await BenchProcess.measuring(in: folder) {
        try await BenchProcess.run(
          "\(command) --output out", in: folder, program: "FixtureBench", exits: nil)
      }
      try #require([0, 1].contains(done.exitCode), "\(done.errors)")
      return try Table(folder.text("out/trials.csv")).rows.filter { $0["outcome"] != "void" }
    }

    private func run(
      _ strategy: String, _ workload: String, _ more: String = ""
    ) async throws -> [String: String] {
      let rows = try await trials(
        "run --strategy \(strategy) --workload \(workload) --trials 1 "
          + (more.contains("--allocations") ? more : "--no-allocations \(more)"))
      return try #require(rows.last)
    }

    private func number(_ row: [String: String], _ column: String) throws -> Double {
      try #require(row[column].flatMap(Double.init), "There is no \(column) in \(row).")
    }

    /// A delivery takes its layout commit and its dispatch. In real time, other programs can only add latency.
    @Test(arguments: [("simulate", 0.1), ("run --trials 3 --no-allocations", 1)])
    func tickLatencyIsHalfATickPlusADelivery(command: String, tolerance: Double) async throws {
      let rows = try await trials(
        "\(command) --strategy tick --workload steady:rate=10000:duration=500ms \(Self.freeView)")
      let least = try rows.map { try number($0, "latency_mean_ms") }.min()
      #expect(abs(try #require(least) - 5 - 0.24 - 0.05) <= tolerance)
    }

    @Test func mainThreadTimeIsCountedInCPUMain() async throws {
      let row = try await run(
        "burn-main", "steady:rate=50:duration=500ms", "\(Self.freeView) --visible-rows 0")
      #expect(abs(try number(row, "cpu_main_per_delivery_us") - 5_000) <= 500)
      #expect(try number(row, "cpu_other_ms") < 12.5)
    }

    @Test func workOnAnotherQueueIsCountedInCPUOther() async throws {
      let row = try await run(
        "burn-other", "steady:rate=50:duration=1s", "\(Self.freeView) --visible-rows 0")
      // The last of 50 blocks of 5 ms may still be running when the trial ends.
      #expect(abs(try number(row, "cpu_other_ms") - 250) <= 25)
      #expect(try number(row, "cpu_main_per_delivery_us") < 500)
    }

    @Test func allocationsAndTheirBytesAreCounted() async throws {
      let workload = "firehose:updates=100000"
      let own = try await run("allocate-3", workload, "--allocations")
      guard own["pass"] == "allocations" else { return }  // without jemalloc, nothing is counted
      let null = try await run("null", workload, "--allocations")
      for (column, answer) in [
        ("allocations_per_update", 3.0), ("allocated_bytes_per_update", 192),
      ] {
        let difference = try number(own, column) - number(null, column)
        #expect(abs(difference - answer) < answer / 1_000)
      }
    }

    @Test func tailLatencyIncludesTheWholeMainThreadStall() async throws {
      let row = try await run("stall-100", "steady", "\(Self.freeView) --visible-rows 0")
      // The stall takes 100 ms of CPU time, and longer if other tests use the core. One update comes each millisecond,
      // so 40 of the 400 updates wait for longer than the stall minus 40 ms.
      let stall = try number(row, "longest_block_ms")
      #expect(stall >= 100)
      #expect(abs(try number(row, "latency_max_ms") - stall) < 3)
      #expect(abs(try number(row, "latency_p90_ms") - (stall - 40)) < 6)
    }

    @Test func losingEveryHundredthUpdateIsReported() async throws {
      let real = try await run("lose-hundredth", "steady")
      let virtual = try await trials("simulate --strategy lose-hundredth --workload steady")
      for row in [real] + virtual {
        #expect(row["lost_updates"] == "4")
        #expect(row["outcome"] == "lost")
      }
    }

    @Test func everySwappedPairIsReportedAsOutOfOrder() async throws {
      let real = try await run("swap-pairs", "steady")
      let virtual = try await trials("simulate --strategy swap-pairs --workload steady")
      for row in [real] + virtual { #expect(row["out_of_order_updates"] == "200") }
    }
  }
}
