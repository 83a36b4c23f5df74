import BenchReport
import BenchHarness
import Foundation
import Testing

extension BenchTests {
  @Suite struct GateTests {
    private let fixture: GateFixture

    init() throws { fixture = try GateFixture() }

    @Test func sameProgramPassesEveryTimeWithTheSameFigures() async throws {
      try await fixture.accept()
      for _ in 0..<3 {
        let bench = try await fixture.gate()
        #expect(bench.exitCode == 0, "\(bench.output)\(bench.errors)")
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
      ("gone", "is gone: it is in the baseline, but is no longer run"),
    ])
    func regressionIsCaughtAndNamed(defect: String, finding: String) async throws {
      try await fixture.accept()
      let bench = try await fixture.gate(["--no-allocations"], defect: defect)
      #expect(bench.exitCode == 1, "\(bench.output)\(bench.errors)")
      #expect(bench.output.contains("REGRESSED  throttle on "), "\(bench.output)")
      #expect(bench.output.contains(finding), "\(bench.output)")
      let why = Jemalloc.path == nil ? Jemalloc.advice : "left out by --no-allocations"
      #expect(bench.output.contains("Not checked: allocations: \(why)"), "\(bench.output)")
    }

    @Test(.enabled(if: Jemalloc.path != nil, "jemalloc is not installed"))
    func oneMoreAllocationAnUpdateIsCaught() async throws {
      try await fixture.accept()
      let bench = try await fixture.gate(defect: "allocates")
      #expect(bench.exitCode == 1, "\(bench.output)\(bench.errors)")
      #expect(
        bench.output.contains(
          "REGRESSED  throttle:interval=20ms on complete-all:updates=2000 (allocations)\n"
            + "    allocations_per_update: "), "\(bench.output)")
    }

    /// The allocation pass names its strategies, and one of them is not there any more.
    @Test(.enabled(if: Jemalloc.path != nil, "jemalloc is not installed"))
    func strategyThatTheSettingsNameAndIsGoneIsNamed() async throws {
      try await fixture.accept()
      let bench = try await fixture.gate(defect: "gone")
      #expect(bench.exitCode == 1, "\(bench.output)\(bench.errors)")
      #expect(
        bench.output.contains("throttle:interval=20ms on complete-all:updates=2000 (allocations)"),
        "\(bench.output)")
      try fixture.settings(strategies: "naive,throtle")
      #expect(try await fixture.gate().exitCode == 64)
    }

    @Test(.enabled(if: Jemalloc.path != nil, "jemalloc is not installed"))
    func allocationsStayInTheBaselineWhereNoneWereCounted() async throws {
      try await fixture.accept()
      let again = try await fixture.bench(["gate", "accept"], ["--no-allocations"])
      #expect(again.errors.contains("Allocations stay as they were"), "\(again.errors)")
      let bench = try await fixture.gate(defect: "allocates")
      #expect(bench.exitCode == 1, "\(bench.output)\(bench.errors)")
    }

    @Test func evidenceOfAnEarlierRunIsRemoved() async throws {
      try await fixture.accept()
      #expect(try await fixture.gate(["--no-allocations"]).exitCode == 0)
      try fixture.folder.file("evidence/paired.csv", "old")
      #expect(try await fixture.gate(["--no-allocations"]).exitCode == 0)
      #expect(!(try fixture.folder.names(in: "evidence").contains("paired.csv")))
    }

    /// The verdict says that they are all there. They cannot be made again, and figures in virtual time can.
    @Test func pairedMeasurementsAreNotWrittenOver() async throws {
      try await fixture.accept()
      #expect(try await fixture.gate(["--no-allocations"]).exitCode == 0)
      for name in ["paired.csv", "gate-cells.csv"] {
        try fixture.folder.file("evidence/\(name)", "old")
      }
      let bench = try await fixture.gate(["--no-allocations"])
      #expect(bench.exitCode == 64, "\(bench.output)\(bench.errors)")
      #expect(
        bench.errors.contains("it holds what a gate measured in real time"), "\(bench.errors)")
      for name in ["paired.csv", "gate-cells.csv"] {
        #expect(try fixture.folder.text("evidence/\(name)") == "old")
      }
    }

    @Test func csvSaysBesideItWhatWasNotChecked() async throws {
      try await fixture.accept()
      let bench = try await fixture.gate(["--no-allocations", "--format", "csv"])
      #expect(bench.errors.contains("Not checked: the paired check"), "\(bench.errors)")
    }

    @Test func improvementIsGreenAndSaysHowToAcceptIt() async throws {
      try await fixture.accept()
      let bench = try await fixture.gate(["--no-allocations"], defect: "better")
      #expect(bench.exitCode == 0, "\(bench.output)\(bench.errors)")
      #expect(bench.output.contains("IMPROVED  naive on complete-all"))
      #expect(
        bench.output.contains("Run 'FixtureBench gate accept' to store better exact figures."))
    }

    @Test func acceptedFiguresAreTheBaseline() async throws {
      try await fixture.accept()
      let accepted = try await fixture.bench(["gate", "accept"], defect: "late-by-a-frame")
      #expect(accepted.exitCode == 0)
      #expect(accepted.output.contains("Accepted, worse: throttle on"), "\(accepted.output)")
      #expect(!accepted.output.contains("REGRESSED"))
      #expect(try await fixture.gate(defect: "late-by-a-frame").exitCode == 0)
    }

    @Test func newStrategyIsNamedAndNotCompared() async throws {
      try await fixture.accept()
      try fixture.settings(strategies: "naive,thrott*,frame")
      let bench = try await fixture.gate(["--no-allocations"])
      #expect(bench.exitCode == 0, "\(bench.errors)")
      #expect(bench.output.contains("PASS  frame on complete-all, rapid-service"))
      #expect(bench.output.contains("is new: there is nothing to compare it with"))
      #expect(bench.output.contains("Not checked: 2 trials that the baseline does not have"))
    }

    @Test func servicesOfCIAreTold() async throws {
      try await fixture.accept()
      try fixture.folder.file("summary.md", "before\n")
      let bench = try await fixture.gate(
        ["--no-allocations", "--junit", "gate.xml", "--format", "json"], defect: "late-by-a-frame",
        environment: [
          "GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": fixture.folder.path("summary.md"),
        ])
      #expect(bench.exitCode == 1)
      let report = try JSONSerialization.jsonObject(with: Data(bench.output.utf8))
      #expect((report as? [String: Any])?["verdict"] as? String == "REGRESSED")
      #expect(bench.output.contains("\"verdict\" : \"REGRESSED\""))
      #expect(bench.errors.contains("::error title=REGRESSED%3A throttle on "))
      let summary = try fixture.folder.text("summary.md")
      #expect(summary.hasPrefix("before\n### FixtureBench gate: REGRESSED\n"))
      #expect(try fixture.folder.text("gate.xml").contains("<failure message=\"REGRESSED\">"))
    }
  }
}
