import BenchHarness
import BenchReport
import BenchTestSupport
import Foundation
import Testing

extension BenchTests {
  @Suite struct GateCommandTests {
    private let fixture: GateFixture

    init() throws { fixture = try GateFixture() }

    @Test func unchangedProgramPassesWithEqualFigures() async throws {
      try await fixture.accept()
      for _ in 0..<3 {
        let bench = try await fixture.gate()
        #expect(bench.output.hasSuffix("PASS: nothing got worse.\n"))
        for file in ["exact.csv", "allocations.csv"] where Jemalloc.path != nil {
          #expect(
            try fixture.folder.data("evidence/candidate/\(file)")
              == fixture.folder.data("baseline/\(file)"))
        }
      }
    }

    @Test(arguments: [
      ("late-by-a-frame", "latency_p50_ms"), ("no-trailing-edge", "outcome: ok -> lost"),
      ("one-more-a-burst", "deliveries: 2 -> 3, worse by 50 %"),
    ])
    func regressionIsCaughtAndNamed(defect: String, finding: String) async throws {
      try await fixture.accept()
      let bench = try await fixture.gate("--no-allocations", defect: defect, exits: 1)
      #expect(bench.output.contains("REGRESSED  throttle-in-submit on "), "\(bench.output)")
      #expect(bench.output.contains(finding), "\(bench.output)")
      #expect(
        bench.output.contains("Not checked: allocations: left out by --no-allocations"),
        "\(bench.output)")
    }

    @Test(.enabled(if: Jemalloc.path != nil, "jemalloc is not installed"))
    func extraAllocationPerUpdateIsCaught() async throws {
      try await fixture.accept()
      let bench = try await fixture.gate(defect: "allocation", exits: 1)
      #expect(
        bench.output.contains(
          "REGRESSED  throttle-in-submit:interval=20ms on complete-all:updates=2000 (allocations)\n"
            + "    allocations_per_update: "), "\(bench.output)")
    }

    @Test(.enabled(if: Jemalloc.path != nil, "jemalloc is not installed"))
    func baselineKeepsAllocationsIfNoneAreCounted() async throws {
      try await fixture.accept()
      let again = try await fixture.bench("gate accept --no-allocations")
      #expect(again.errors.contains("Allocations are unchanged"), "\(again.errors)")
      try await fixture.gate(defect: "allocation", exits: 1)
    }

    @Test func evidenceIsReplacedOnlyByAnotherGate() async throws {
      try await fixture.accept()
      try await fixture.gate("--no-allocations")
      let bench = try await BenchProcess.run(
        "simulate --output evidence", in: fixture.folder, program: "FixtureBench", exits: 64)
      #expect(bench.errors.contains("it holds the evidence of a gate"), "\(bench.errors)")
      let before = try fixture.folder.text("evidence/records.jsonl")
      try await fixture.gate("--no-allocations")
      #expect(try fixture.folder.text("evidence/records.jsonl") == before)
    }

    /// Real-time measurements cannot be repeated exactly, unlike the figures of virtual time.
    @Test func pairedMeasurementsAreNotOverwritten() async throws {
      try await fixture.accept()
      try await fixture.gate("--no-allocations")
      let environment = try fixture.folder.text("evidence/environment.json")
      try fixture.folder.file(
        "evidence/environment.json", environment.replacing("\"virtual\"", with: "\"real\""))
      let before = try fixture.folder.text("evidence/records.jsonl")
      let bench = try await fixture.gate("--no-allocations", exits: 64)
      #expect(bench.errors.contains("it holds real-time results of a gate"), "\(bench.errors)")
      #expect(try fixture.folder.text("evidence/records.jsonl") == before)
    }

    @Test func improvementPassesWithAdviceOnAcceptingIt() async throws {
      try await fixture.accept()
      let bench = try await fixture.gate("--no-allocations", defect: "better")
      #expect(bench.output.contains("IMPROVED  naive on complete-all"))
      #expect(
        bench.output.contains("Run 'FixtureBench gate accept' to store better exact figures."))
    }

    /// The exact check passes, because the change stores the worse figures itself.
    @Test func worseBaselineIsListedAndCanBeRefused() async throws {
      try await fixture.bench("gate accept --no-allocations")
      try FileManager.default.moveItem(
        atPath: fixture.folder.path("baseline"), toPath: fixture.folder.path("before"))
      try await fixture.bench("gate accept --no-allocations", defect: "late-by-a-frame")
      func gate(_ options: String, exits code: Int32 = 0) async throws -> String {
        let bench = try await fixture.gate(
          "--no-allocations --exact-only \(options)", defect: "late-by-a-frame",
          environment: ["GITHUB_ACTIONS": "true"], exits: code)
        return bench.output + bench.errors
      }
      #expect(try await gate("").contains("PASS: nothing got worse"))
      let said = try await gate("--against-baseline before")
      for text in [
        "ACCEPTED: latency of throttle-in-submit on ", ", accepted in this change: +",
        "::warning title=ACCEPTED%3A throttle-in-submit on ", "ACCEPTED: only what is accepted",
      ] {
        #expect(said.contains(text), "\(said)")
      }
      let refused = try await gate("--against-baseline before --refuse-worse-baseline", exits: 1)
      #expect(refused.contains("::error title=REGRESSED%3A throttle-in-submit on "), "\(refused)")
    }

    @Test func ciReceivesAnnotationsASummaryAndReports() async throws {
      try await fixture.accept()
      try fixture.folder.file("summary.md", "before\n")
      let bench = try await fixture.gate(
        "--no-allocations --junit gate.xml --format json", defect: "late-by-a-frame",
        environment: [
          "GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": fixture.folder.path("summary.md"),
        ], exits: 1)
      let report = try JSONSerialization.jsonObject(with: Data(bench.output.utf8))
      #expect((report as? [String: Any])?["verdict"] as? String == "REGRESSED")
      #expect(bench.output.contains("\"verdict\" : \"REGRESSED\""))
      #expect(bench.errors.contains("::error title=REGRESSED%3A throttle-in-submit on "))
      let summary = try fixture.folder.text("summary.md")
      #expect(summary.hasPrefix("before\n### FixtureBench gate: REGRESSED\n"))
      #expect(try fixture.folder.text("gate.xml").contains("<failure message=\"REGRESSED\">"))
    }
  }
}

extension BenchTests {
  /// The life of a third-party package's gate, from `gate --init` on.
  @Suite struct GateStoryTests {
    private let folder = TemporaryFolder()
    private static let standing = "is unchanged: fix these faults before"

    /// Runs the gate of a package whose own strategies are `own`; each may have a kind, as in `batch=lossy`.
    @discardableResult
    private func gate(
      _ options: String, own: String = "batch", exits code: Int32 = 0
    ) async throws -> String {
      let bench = try await BenchProcess.run(
        "gate \(options)" + (options.hasPrefix("check") ? " --no-allocations" : ""), in: folder,
        program: "FixtureBench", environment: ["FIXTURE_OWN": own], exits: code)
      return bench.output + bench.errors
    }

    /// The texts of all output formats and of the JUnit report.
    private func outputs(own: String, exits code: Int32 = 0) async throws -> [String] {
      var said: [String] = []
      for format in ["table", "csv", "json", "markdown"] {
        said.append(
          try await gate("check --format \(format) --junit gate.xml", own: own, exits: code))
      }
      return said + [try folder.text("gate.xml").replacing("&apos;", with: "'")]
    }

    private func settings(_ old: String, _ new: String) throws {
      let text = try folder.text("Results/gate.yml")
      #expect(text.contains(old), "\(text)")
      try folder.file("Results/gate.yml", text.replacing(old, with: new))
    }

    @Test func totalLossIsAcceptedOnlyIfDeclared() async throws {
      let begun = try await gate("--init", own: "batch=lossy", exits: 1)
      #expect(begun.contains("FAIL batch, nothing-lost: ") && begun.contains("Nothing was stored"))
      #expect(try folder.names().isEmpty, "Neither settings nor a baseline.")
      #expect(try await gate("--init").contains("No broken promise found in 1 of 1 strategies."))
      let lossy = try await gate("check", own: "batch=lossy", exits: 1)
      #expect(lossy.contains("; to allow this, declare 'nothing-lost' in"), "\(lossy)")
      #expect(!lossy.contains("better by"), "\(lossy)")
      #expect(try await gate("accept", own: "batch=lossy", exits: 1).contains(Self.standing))
      try await gate("check", own: "batch=lossy", exits: 1)
      #expect(try await gate("accept", own: "batch=known").contains("Accepted, worse: batch on "))
      for said in try await outputs(own: "batch=known") {
        #expect(
          said.contains("a known violation of 'nothing-lost': it never delivers"),
          "\(said)")
      }
    }

    @Test func ungatedStrategyIsNamedInEachOutput() async throws {
      try await gate("--init")
      for said in try await outputs(own: "batch,batch-two") {
        #expect(said.contains("not gated: batch-two (add it to the gate settings)"), "\(said)")
      }
    }

    @Test func renamedStrategyRegressesUntilAccepted() async throws {
      try await gate("--init")
      let unknown = try await gate("check", own: "batch-two", exits: 64)
      #expect(unknown.contains("exact: Unknown strategy: 'batch'."), "\(unknown)")
      try settings("strategies: batch", "strategies: batch-two")
      let gone = try await gate("check", own: "batch-two", exits: 1)
      #expect(
        gone.contains("REGRESSED  batch on ") && gone.contains("is gone: it is in the baseline"))
      #expect(gone.contains("is new: nothing to compare it with"), "\(gone)")
      let broken = try await gate("accept", own: "batch-two=lossy", exits: 1)
      #expect(broken.contains("FAIL batch-two, nothing-lost: "), "A new strategy is verified.")
      try await gate("accept", own: "batch-two")
      try await gate("check", own: "batch-two")
    }

    @Test(.enabled(if: Jemalloc.path != nil, "jemalloc is not installed"))
    func initWritesNothingThatItWouldWarnOf() async throws {
      try await gate("--init")
      let said = try await gate("--output evidence")
      let notes = said.split(separator: "\n").filter { $0.hasPrefix("Not checked: ") }
      #expect(notes.allSatisfy { $0.contains("--") }, "\(notes)")
    }

    @Test(arguments: [
      (
        "workloads: \"*\"", "workloads: uart,firehose",
        "exact: firehose cannot run in virtual time."
      ),
      (
        "workloads: \"*\"", "workloads: trace",
        "exact: Workload 'trace': give the file with --trace FILE."
      ),
      ("strategies: batch", "strategies: btch", "exact: Unknown strategy: 'btch'."),
      (
        "steady:rate=500:duration=60ms", "trace",
        "paired.cells.1: Workload 'trace': give the file"
      ),
    ])
    func unusableSettingIsNamedWithItsReason(old: String, new: String, said: String)
      async throws
    {
      try await gate("--init")
      try settings(old, new)
      #expect(try await gate("check", exits: 64).contains("Results/gate.yml: \(said)"))
    }

    @Test func onlyTheLastThreeFoldersWithEvidenceAreKept() async throws {
      try await gate("--init")
      try await gate("check --output one")
      let header = try folder.text("one/environment.json")
      for day in 1...4 {
        let name = day > 1 ? "environment.json" : "other"
        try folder.file("Results/2026-01-0\(day)T000000Z-gate/\(name)", header)
      }
      try await gate("check")
      let folders = try folder.names(in: "Results").filter { $0.hasSuffix("-gate") }
      #expect(
        folders.count == 4 && folders[0].hasPrefix("2026-01-01")
          && folders[1].hasPrefix("2026-01-03"))
    }
  }
}
