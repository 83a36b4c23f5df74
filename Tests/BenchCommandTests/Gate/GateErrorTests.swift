import Foundation
import Testing

extension BenchTests {
  @Suite struct GateErrorTests {
    private let fixture: GateFixture

    init() throws { fixture = try GateFixture() }

    @Test(arguments: [
      ("fault-trap", "ended by signal"), ("fault-exit", "the process ended too early"),
    ])
    func crashIsNoRegression(strategy: String, cause: String) async throws {
      try await fixture.accept()
      try fixture.settings(strategies: "naive,\(strategy),throttle")
      let bench = try await fixture.gate()
      #expect(bench.exitCode == 2, "\(bench.output)\(bench.errors)")
      #expect(
        bench.errors.contains("Cannot check \(strategy) on complete-all: "), "\(bench.errors)")
      #expect(bench.errors.contains(cause), "\(bench.errors)")
      #expect(try fixture.folder.text("evidence/exact-records.jsonl").contains("\"naive\""))
    }

    @Test func gateThatIsThereIsNotBegunAnew() async throws {
      let bench = try await fixture.bench(["gate", "--init"])
      #expect(bench.exitCode == 64)
      #expect(bench.errors.contains("gate.yml: it is there already"), "\(bench.errors)")
      #expect(try await fixture.bench(["gate", "--init", "--exact-only"]).exitCode == 64)
    }

    @Test func hangIsNoRegression() async throws {
      try await fixture.accept()
      try fixture.settings(strategies: "naive,fault-hang")
      let bench = try await fixture.gate(["--deadline", "2s"])
      #expect(bench.exitCode == 2, "\(bench.output)\(bench.errors)")
      #expect(
        bench.errors.contains(
          "Cannot check fault-hang on complete-all: the process hung and was ended after 2s."),
        "\(bench.errors)")
    }

    @Test func baselineThatCannotBeComparedIsNamed() async throws {
      let missing = try await fixture.gate()
      #expect(missing.exitCode == 2)
      #expect(missing.errors.contains("The baseline in baseline is missing"), "\(missing.errors)")
      try await fixture.accept()
      try fixture.settings(seed: 2)
      let foreign = try await fixture.gate()
      #expect(foreign.exitCode == 2)
      #expect(foreign.errors.contains("was made by another suite, which differs in seeds"))
      try fixture.settings()
      let whole = try fixture.folder.text("baseline/exact.csv")
      try fixture.folder.file("baseline/exact.csv", String(whole.dropLast(whole.count / 2)))
      let cut = try await fixture.gate()
      #expect(cut.exitCode == 2)
      #expect(cut.errors.contains("is broken: exact.csv"), "\(cut.errors)")
      try fixture.folder.file(
        "baseline/exact.csv", whole.replacing("stale_share", with: "heartbeat_share"))
      let narrow = try await fixture.gate()
      #expect(narrow.exitCode == 2)
      #expect(narrow.errors.contains("other columns than suite.json says"), "\(narrow.errors)")
      try fixture.folder.file("baseline/exact.csv", whole)
      let origin = try fixture.folder.text("baseline/suite.json")
      try fixture.folder.file(
        "baseline/suite.json", origin.replacing("\"schema\" : 1", with: "\"schema\" : 9"))
      let future = try await fixture.gate()
      #expect(future.exitCode == 2)
      #expect(future.errors.contains("is of schema 9"), "\(future.errors)")
    }

    /// Who made it anew, as a missing one, would lose what it holds.
    @Test func baselineThatCannotBeReadIsNotTakenForMissing() async throws {
      try await fixture.accept()
      let files = FileManager.default
      let exact = fixture.folder.path("baseline/exact.csv")
      try files.removeItem(atPath: exact)
      try files.createDirectory(atPath: exact, withIntermediateDirectories: false)
      let origin = try fixture.folder.text("baseline/suite.json")
      for command in [["gate", "--exact-only"], ["gate", "accept", "--no-allocations"]] {
        let bench = try await fixture.bench(command)
        #expect(bench.exitCode == 2)
        #expect(
          bench.errors.contains("Cannot read baseline/exact.csv: is a directory."),
          "\(bench.errors)")
      }
      #expect(try fixture.folder.text("baseline/suite.json") == origin)
    }

    @Test func badSettingsAreRefusedWithTheirPlace() async throws {
      try fixture.settings(more: "paird: 3")
      let bench = try await fixture.gate()
      #expect(bench.exitCode == 64)
      #expect(
        bench.errors.contains("gate.yml:12:1: the file has no key 'paird'."), "\(bench.errors)")
    }

    @Test(arguments: [
      ["--exact-only", "--paired-only"], ["--paired-only"], ["--exact-only", "--against", "x"],
    ])
    func contradictingOptionsAreRefused(options: [String]) async throws {
      #expect(try await fixture.gate(options).exitCode == 64)
    }
  }
}
