import BenchHarness
import BenchTestSupport
import Foundation
import Testing

extension TimedBenchTests {
  @Suite struct RunCommandTests {
    private let folder = TemporaryFolder()

    @Test func runWritesItsResultsToADatedFolder() async throws {
      let cell = "complete-all:updates=5:duration=50ms"
      let bench = try await BenchProcess.run(
        "run --workload \(cell) --strategy next-pass,naive --trials 2 --no-allocations --format csv",
        in: folder)
      #expect(
        try folder.names(in: "Results/latest")
          == TemporaryFolder.files(
            and: "events.csv", "findings.csv", "frontier.csv", "records.jsonl"))
      #expect(try folder.names() == ["Results"])
      #expect(try bench.output == folder.text("Results/latest/trials.csv"))
      let table = try Table(bench.output)
      #expect(Set(table.column("outcome")) == ["ok"])
      #expect(Set(table.column("time")) == ["real"])
      #expect(Set(table.column("workload")) == [cell])
      #expect(table.column("trial") == ["1", "1", "2", "2"])
      #expect(Set(table.column("updates")) == ["5"])
      for row in table.rows {
        #expect(row["deliveries"] == (row["strategy"] == "naive" ? "5" : "1"))
        #expect(row["lost_updates"] == "0")
      }
    }

    @Test func realTimeTrialsMeasureCPUTime() async throws {
      let bench = try await BenchProcess.measuring(in: folder) {
        try await BenchProcess.run(
          "run --workload uart:duration=50ms --strategy naive --trials 5 --no-allocations "
            + "--format csv --output out", in: folder, exits: nil)
      }
      #expect(bench.exitCode == 0, "\(bench.errors)")
      let row = try #require(try Table(bench.output).rows.first { $0["outcome"] == "ok" })
      for column in ["cpu_producers_ms", "cpu_main_ms", "peak_memory_mib", "latency_max_ms"] {
        #expect((row[column].flatMap(Double.init) ?? 0) > 0, "\(column)")
      }
      #expect(row["submit_cost_ns"] == "", "Nothing is submitted in batches here.")
      let object = try JSONSerialization.jsonObject(with: folder.data("out/environment.json"))
      let environment = try #require(object as? [String: Any])
      #expect(environment["time"] as? String == "real")
      for key in ["system", "date"] { #expect(environment[key] as? String != nil) }
      for key in ["cores", "memoryMiB", "seed"] {
        #expect((environment[key] as? Int ?? 0) > 0, "\(key)")
      }
    }

    @Test func runWithOnlyDiscardedTrialsExitsWithCodeThree() async throws {
      let bench = try await BenchProcess.run(
        "run --workload steady:duration=20ms:rate=200 --strategy fault-slow-submit,null "
          + "--trials 1 --no-allocations --output out", in: folder, program: "FixtureBench",
        exits: 3)
      #expect(bench.errors.contains("Nothing was measured: every timed trial sent its"))
      #expect(bench.errors.contains("discarded fault-slow-submit on steady"))
      let trials = try Table(folder.text("out/trials.csv")).rows
      #expect(Set(trials.compactMap { $0["strategy"] == "null" ? nil : $0["outcome"] }) == ["void"])
    }

    /// The second trial's record is missing, as after an interrupt.
    @Test(.enabled(if: ProcessMemory.residentBytes(of: getpid()) != nil))
    func resumedRunUsesNewLimits() async throws {
      try await BenchProcess.run(
        "run --workload complete-all:duration=400ms --strategy naive --trials 2 "
          + "--no-allocations --output out", in: folder)
      let records = try folder.text("out/records.jsonl").split(separator: "\n")
      for (limits, outcome) in [
        ("--deadline=1ms", "hung"), ("--memory-limit 1MiB", "over-memory"), ("", "ok"),
      ] {
        try folder.file("out/records.jsonl", records[0] + "\n")
        try await BenchProcess.run(
          "resume out \(limits)", in: folder, exits: outcome == "ok" ? 0 : 1)
        #expect(try Table(folder.text("out/trials.csv")).column("outcome") == ["ok", outcome])
      }
    }

    /// Child trials replay the recording that their parent read; only the same recording can continue a run.
    @Test func resumingRequiresTheSameRecording() async throws {
      let run = try await BenchProcess.measuring(in: folder) {
        try await BenchProcess.script(
          #"printf 'time_ms\n1\n7\n' | "$BENCH" run --trace - --strategy naive --trials 2 "#
            + "--no-allocations --output out", in: folder, exits: nil)
      }
      #expect(run.exitCode == 0, "\(run.errors)")
      let measured = try Table(folder.text("out/trials.csv")).rows.filter { $0["outcome"] == "ok" }
      #expect(Set(measured.map { $0["deliveries"] }) == ["2"])
      let records = try folder.text("out/records.jsonl").split(separator: "\n")
      let first = try #require(records.first { $0.contains("\"outcome\":\"ok\"") })
      for (input, options, refusal) in [
        ("", "", "Give the recording again with --trace."),
        ("time_ms\\n1\\n8\\n", "--trace -", "began with a different trace"),
        ("time_ms\\n1\\n7\\n", "--trace - --seed 2", "Unknown option '--seed'"),
        ("time_s\\n0\\n0.006\\n", "--trace -", nil),
      ] as [(String, String, String?)] {
        try folder.file("out/records.jsonl", first + "\n")
        let resumed = try await BenchProcess.script(
          #"printf '\#(input)' | "$BENCH" resume out \#(options)"#, in: folder,
          exits: refusal == nil ? 0 : 64)
        #expect(refusal.map { resumed.errors.contains($0) } != false, "\(resumed.errors)")
      }
      let whole = try Table(folder.text("out/trials.csv"))
      #expect(Set(whole.column("trial")) == ["1", "2"])
      #expect(Set(whole.column("outcome")).isSubset(of: ["ok", "void"]))
    }

    @Test func submitCostIsMeasuredInBatches() async throws {
      let bench = try await BenchProcess.run(
        "run --workload firehose:updates=20000 --strategy next-pass,null --trials 1 "
          + "--no-allocations --format csv --output out", in: folder)
      for cost in try Table(bench.output).column("submit_cost_ns") {
        #expect(try #require(Double(cost)) > 0)
      }
    }

    /// Exit code 1 would mean that a strategy failed; EX_NOINPUT tells the parent the real cause.
    @Test func missingRequestHasItsOwnExitCode() async throws {
      try await BenchProcess.run(
        "child trial --request missing.json --response out.json", in: folder, exits: 66)
    }
  }
}
