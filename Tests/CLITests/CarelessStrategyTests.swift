import BenchHarness
import BenchTestSupport
import Testing

extension BenchTests {
  /// `verify` finds what each careless strategy of the fixture breaks, and nothing else. `RealVerifyTests` has the one
  /// that needs real time.
  @Suite struct CarelessStrategyTests {
    private func verify(_ strategies: String, _ options: String = "") async throws -> Table {
      let bench = try await BenchProcess.run(
        "verify --strategy \(strategies) --virtual-only --schedules 100 --format csv \(options)",
        in: TemporaryFolder(), program: "FixtureBench")
      return try Table(bench.output)
    }

    @Test func eachBreaksWhatItDeclaresAndNothingElse() async throws {
      let rows = try await verify("bad-*,!bad-sync-deadlock").rows
      var brokenAlone: Set<String> = []
      for (name, rows) in Dictionary(grouping: rows, by: { $0["strategy"] ?? "" }) {
        let known = rows.filter { $0["is_known"] == "true" }
        // A promise is not checked if its schedules also fail without the situation it is about.
        #expect(known.allSatisfy { ["fail", "not-checked"].contains($0["verdict"]) }, "\(known)")
        let failed = rows.filter { $0["verdict"] == "fail" }
        #expect(!failed.isEmpty && failed.allSatisfy { $0["is_known"] == "true" }, "\(name)")
        if known.count == 1, let promise = known[0]["promise"] { brokenAlone.insert(promise) }
      }
      let all = Set(Promise.allCases.map(\.rawValue))
      #expect(brokenAlone == all.subtracting([Promise.terminates.rawValue]))
    }

    /// The second update of an interval is never shown.
    @Test func counterexampleIsMinimal() async throws {
      let first = try await verify("bad-no-trailing", "--seed 7").rows[0]
      #expect(first["promise"] == "final-state" && first["seed"] == "7")
      #expect(
        first["schedule"] == "A dispatch takes 0s, a delivery 0s of main-thread time."
          + " / 0s  thread 1: submit, 2 times, every 1us")
    }
  }
}
