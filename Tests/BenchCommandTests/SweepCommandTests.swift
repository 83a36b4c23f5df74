import BenchHarness
import BenchReport
import Foundation
import Testing

extension BenchTests {
  @Suite struct SweepCommandTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func sweep(_ arguments: [String]) async throws -> BenchProcess {
      try await BenchProcess.run(["sweep"] + arguments, in: folder)
    }

    @Test func sweepWritesItsTableBesideTheOthers() async throws {
      let bench = try await sweep([
        "throttle", "--interval", "4ms...300ms", "--steps", "3", "--workload",
        "uart,complete-all", "--format", "csv", "--output", "out",
      ])
      #expect(bench.exitCode == 0, "\(bench.errors)")
      #expect(
        try folder.names(in: "out")
          == TemporaryFolder.files(and: "findings.csv", "sweep.csv"))
      #expect(try bench.output == folder.text("out/sweep.csv"))
      let table = try Table(bench.output)
      #expect(table.column("value_ms") == ["4", "35", "300", "4", "35", "300"])
      #expect(Set(table.column("parameter")) == ["interval"])
      #expect(Set(table.column("time")) == ["virtual"])
      #expect(try Table(folder.text("out/trials.csv")).rows.count == 6)
    }

    @Test func everyWorkloadOfVirtualTimeIsSweptByDefault() async throws {
      let bench = try await sweep([
        "throttle", "--interval", "16ms,300ms", "--quick", "--format", "csv", "--output", "out",
      ])
      #expect(bench.exitCode == 0, "\(bench.errors)")
      let names = try Set(Table(bench.output).column("workload").map { $0.prefix { $0 != ":" } })
      let expected = [Workload].standard.filter { !$0.isRealTimeOnly && $0.name != "trace" }
      #expect(names == Set(expected.map { $0.name[...] }))
    }

    @Test func kneeAndWorstCaseAreNamedInTheTable() async throws {
      let bench = try await sweep([
        "throttle", "--interval", "4ms...300ms", "--workload", "uart:duration=2s,complete-all",
        "--output", "out",
      ])
      #expect(bench.exitCode == 0, "\(bench.errors)")
      #expect(bench.output.contains("The knee is at "))
      #expect(bench.output.contains("Over 2 workloads, "))
      let lines = bench.output.split(separator: "\n")
      #expect(lines.count { $0.hasPrefix("interval ") && $0.contains(" busy %") } == 2)
      #expect(lines.contains { $0.hasPrefix("140ms ") })
      #expect(lines.allSatisfy { $0.count <= 100 })
    }

    @Test func jsonHoldsACurveForEachWorkload() async throws {
      let bench = try await sweep([
        "change-set", "--limit", "10...1000", "--steps", "3", "--workload", "change-sets",
        "--format", "json", "--output", "out",
      ])
      #expect(bench.exitCode == 0, "\(bench.errors)")
      let object = try JSONSerialization.jsonObject(with: Data(bench.output.utf8))
      let report = try #require(object as? [String: Any])
      #expect(report["strategy"] as? String == "change-set")
      #expect(report["parameter"] as? String == "limit")
      let curves = try #require(report["curves"] as? [[String: Any]])
      let points = try #require(curves.first?["points"] as? [[String: Any]])
      #expect(points.compactMap { $0["value"] as? String } == ["10", "100", "1000"])
    }

    @Test func markdownHasATableForEachWorkload() async throws {
      let bench = try await sweep([
        "throttle", "--interval=16ms,300ms", "--workload", "uart,steady", "--format", "markdown",
        "--output", "out",
      ])
      #expect(bench.exitCode == 0, "\(bench.errors)")
      let lines = bench.output.split(separator: "\n")
      #expect(lines.filter { $0.hasPrefix("### ") } == ["### uart", "### steady"])
      #expect(lines.count { $0.hasPrefix("| 16ms") } == 2)
    }

    @Test func ownTraceCanBeSwept() async throws {
      try folder.file("trace.csv", "time_ms\n0\n1\n2\n50\n")
      let bench = try await sweep([
        "throttle", "--interval", "4ms...40ms", "--trace", "trace.csv", "--format", "csv",
        "--output", "out",
      ])
      #expect(bench.exitCode == 0, "\(bench.errors)")
      #expect(try Set(Table(bench.output).column("workload")) == ["trace"])
    }

    @Test func interruptedSweepEndsWithItsSignalAndKeepsItsFiles() async throws {
      let table = folder.path("out/environment.json")
      let bench = try await BenchProcess.start(
        [
          "sweep", "throttle", "--interval", "4ms,40ms", "--workload", "complete-all:duration=60s",
          "--real", "--output", "out",
        ], in: folder
      ) { process in
        while !FileManager.default.fileExists(atPath: table), process.isRunning {
          try await Task.sleep(for: .milliseconds(5))
        }
        kill(process.processIdentifier, SIGINT)
      }
      #expect(bench.exitCode == 130)
      #expect(try folder.names(in: "out").contains("trials.csv"))
    }

    @Test(
      arguments: [
        (["throtle", "--interval", "4ms...300ms"], "There is no strategy 'throtle'."),
        (["naive", "--interval", "4ms...300ms"], "'naive' is not a valid strategy for a sweep."),
        (["naive"], "Give one of: throttle"),
        (["throttle", "--intervall", "4ms...300ms"], "'throttle' has no parameter 'intervall'."),
        (["throttle", "--foo"], "'throttle' has no parameter 'foo'."),
        (["throttle"], "Give --interval 4ms...300ms."),
        (["throttle", "--interval", "4ms"], "Give --interval 4ms...300ms."),
        (
          ["throttle", "--interval", "4ms,300ms", "--interval", "4ms,8ms"],
          "'interval=4ms,300ms:interval=4ms,8ms' is not a valid list of parameters."
        ),
        (["throttle:interval=5ms", "--interval", "4ms,8ms"], "Give 'interval' once."),
        (["throttle", "--interval"], "Give --interval 4ms...300ms."),
        (["throttle", "--interval", "300ms...4ms"], "the lower end first"),
        (["throttle", "--interval", "4ms..."], "both ends"),
        (["throttle", "--interval", "...300ms"], "both ends"),
        (["throttle", "--interval", "4...300"], "a number and a unit"),
        (["throttle", "--interval", "-4ms...300ms"], "a number and a unit"),
        (["throttle", "--interval", "4ms...300ms", "uart"], "'uart' was not expected."),
        (["throttle", "--interval", "4ms...300ms", "--steps", "1"], "--steps is 1."),
        (["throttle", "--interval", "4ms...300ms", "--steps", "201"], "--steps is 201."),
        (["throttle", "--interval", "4ms,300ms", "--steps", "5"], "--steps"),
        (["throttle", "--interval", "4ms,300ms", "--trials", "5"], "--trials goes with --real."),
        (["throttle", "--interval", "4ms,300ms", "--real", "--trials", "0"], "--trials is 0."),
        (["throttle", "--interval", "4ms,300ms", "--workload", "wart"], "no workload 'wart'"),
        (["throttle", "--interval", "4ms,300ms", "--workload", "firehose"], "virtual time"),
        (["throttle", "--interval", "4ms,300ms", "--trace", "missing.csv"], "missing.csv"),
        (["change-set", "--limit", "0...10"], "a whole number from 1"),
        ([], "<strategy>"),
      ] as [([String], String)])
    func badInputIsRefusedAndNothingIsWritten(arguments: [String], expected: String) async throws {
      let bench = try await sweep(arguments)
      #expect(bench.exitCode == 64, "\(arguments): \(bench.errors)")
      #expect(bench.errors.hasPrefix("Error: "))
      #expect(bench.errors.contains(expected), "\(arguments): \(bench.errors)")
      #expect(bench.output.isEmpty)
      #expect(try folder.names().isEmpty)
    }
  }
}

extension TimedBenchTests {
  @Suite struct RealSweepTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func sweep(_ arguments: [String]) async throws -> BenchProcess {
      try await BenchProcess.run(["sweep"] + arguments, in: folder)
    }

    @Test func realTimeIsSweptOnDemand() async throws {
      let bench = try await sweep([
        "throttle", "--interval", "4ms,40ms", "--workload", "complete-all:duration=50ms", "--real",
        "--trials", "1", "--format", "csv", "--output", "out",
      ])
      #expect(bench.exitCode == 0, "\(bench.errors)")
      let table = try Table(bench.output)
      #expect(table.column("value_ms") == ["4", "40"])
      #expect(table.column("time") == ["real", "real"])
      #expect(try folder.names(in: "out").contains("records.jsonl"))
    }
  }
}
