import Foundation
import Testing

extension BenchTests {
  @Suite struct GateErrorTests {
    private let fixture: GateFixture

    init() throws { fixture = try GateFixture() }

    /// The gate still judges the other combinations, and says where a crash happened.
    @Test(arguments: [
      ("fault-trap", "    crashed: killed by signal 4 (Illegal instruction)\n"),
      ("fault-trap", "Fatal error: trapped on purpose\n"), ("fault-trap", " at "),
      ("fault-exit", "    crashed: exited without a result\n"),
      ("fault-hang", "    hung: hung and was killed after 2s\n"),
    ])
    func crashOrHangFailsTheGate(strategy: String, cause: String) async throws {
      try await fixture.accept()
      try fixture.settings(strategies: "naive,\(strategy),thrott*")
      let bench = try await fixture.gate(
        "--no-allocations --deadline 2s --junit gate.xml", defect: "better", exits: 2)
      #expect(bench.output.contains("FAILED  \(strategy) on complete-all"), "\(bench.output)")
      #expect(bench.output.contains(cause), "\(bench.output)")
      #expect(bench.output.contains("IMPROVED  naive on complete-all"))
      #expect(bench.output.contains("Compared 48 figures of 8 "), "\(bench.output)")
      #expect(try fixture.folder.text("gate.xml").contains("<failure message=\"FAILED\">"))
      #expect(try fixture.folder.text("evidence/records.jsonl").contains("\"naive\""))
    }

    @Test func gateInitRefusesAnExistingSettingsFile() async throws {
      let bench = try await fixture.bench("gate --init", exits: 64)
      #expect(bench.errors.contains("gate.yml: it already exists"), "\(bench.errors)")
      try await fixture.bench("gate --init --exact-only", exits: 64)
    }

    @Test func missingBaselineIsRefused() async throws {
      let bench = try await fixture.gate("--no-allocations", exits: 2)
      #expect(bench.errors.contains("The baseline in baseline is missing"))
    }

    /// `accept` replaces a missing baseline; it must not overwrite an unreadable one.
    @Test func unreadableBaselineIsNotTreatedAsMissing() async throws {
      try await fixture.accept()
      try FileManager.default.removeItem(atPath: fixture.folder.path("baseline/exact.csv"))
      try fixture.folder.blockade("baseline/exact.csv")
      let bench = try await fixture.bench("gate accept --no-allocations", exits: 2)
      #expect(bench.errors.contains("Cannot read baseline/exact.csv: is a directory."))
    }

    @Test(arguments: ["--exact-only --paired-only", "--paired-only", "--exact-only --against x"])
    func invalidOptionSetsAreRefused(options: String) async throws {
      try await fixture.gate(options, exits: 64)
    }
  }
}
