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
        ["--no-allocations", "--deadline", "2s", "--junit", "gate.xml"], defect: "better")
      #expect(bench.exitCode == 2, "\(bench.output)\(bench.errors)")
      #expect(bench.output.contains("FAILED  \(strategy) on complete-all"), "\(bench.output)")
      #expect(bench.output.contains(cause), "\(bench.output)")
      #expect(bench.output.contains("IMPROVED  naive on complete-all"))
      #expect(bench.output.contains("Compared 48 figures of 10 "), "\(bench.output)")
      #expect(try fixture.folder.text("gate.xml").contains("<failure message=\"FAILED\">"))
      #expect(try fixture.folder.text("evidence/exact-records.jsonl").contains("\"naive\""))
    }

    @Test func gateInitRefusesAnExistingSettingsFile() async throws {
      let bench = try await fixture.bench(["gate", "--init"])
      #expect(bench.exitCode == 64)
      #expect(bench.errors.contains("gate.yml: it already exists"), "\(bench.errors)")
      #expect(try await fixture.bench(["gate", "--init", "--exact-only"]).exitCode == 64)
    }

    @Test func unusableBaselineIsRefused() async throws {
      func refusal() async throws -> String {
        let bench = try await fixture.gate(["--no-allocations"])
        #expect(bench.exitCode == 2, "\(bench.output)")
        return bench.errors
      }
      #expect(try await refusal().contains("The baseline in baseline is missing"))
      try await fixture.accept()
      try fixture.settings(seed: 2)
      #expect(
        try await refusal().contains("was made by another suite, which differs in seeds"))
      try fixture.settings()
      let whole = try fixture.folder.text("baseline/exact.csv")
      try fixture.folder.file("baseline/exact.csv", String(whole.dropLast(whole.count / 2)))
      #expect(try await refusal().contains("is broken: exact.csv"))
    }

    /// `accept` replaces a missing baseline; it must not overwrite an unreadable one.
    @Test func unreadableBaselineIsNotTreatedAsMissing() async throws {
      try await fixture.accept()
      let exact = fixture.folder.path("baseline/exact.csv")
      try FileManager.default.removeItem(atPath: exact)
      try FileManager.default.createDirectory(
        atPath: exact, withIntermediateDirectories: false)
      let bench = try await fixture.bench(["gate", "accept", "--no-allocations"])
      #expect(bench.exitCode == 2)
      #expect(bench.errors.contains("Cannot read baseline/exact.csv: is a directory."))
    }

    @Test func unknownKeyInTheSettingsIsRefusedByName() async throws {
      try fixture.settings(more: "paird: 3")
      let bench = try await fixture.gate()
      #expect(bench.exitCode == 64)
      #expect(
        bench.errors.contains(
          "gate.yml: paird: unknown key. Known: schema, exact, paired, accepted."),
        "\(bench.errors)")
    }

    @Test(arguments: [
      ["--exact-only", "--paired-only"], ["--paired-only"], ["--exact-only", "--against", "x"],
    ])
    func invalidOptionSetsAreRefused(options: [String]) async throws {
      #expect(try await fixture.gate(options).exitCode == 64)
    }
  }
}
