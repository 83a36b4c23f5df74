import BenchTestSupport
import Coalesce
import Foundation
import Testing

@testable import BenchHarness
@testable import BenchReport
@testable import BenchRuns

/// The exact check with scripts that play the child processes.
struct GateTests {
  private let folder: TemporaryFolder
  private let evidence: GateFolder
  private let suite: ExactSuite
  private let records: [Trial]

  init() throws {
    folder = TemporaryFolder()
    evidence = try GateFolder(output: folder.path("evidence"))
    suite = try .written(
      """
      { strategies: "naive,frame", workloads: complete-all, seeds: [1], metrics: [deliveries],
        allocations: { strategies: "naive,frame", workloads: complete-all } }
      """)
    records = ["naive", "frame"].map {
      .made(strategy: $0, workload: "complete-all", values: ["deliveries": 3])
    }
  }

  /// A script that hands over `virtual` and exits with `code`; asked to count allocations, it hands over `counted`.
  private func program(
    _ virtual: [Trial], code: Int = 0, counted: Trial? = nil
  ) throws -> String {
    let (own, other) = (folder.path("virtual"), folder.path("counted"))
    try Journal<Trial>(URL(fileURLWithPath: own)).begin(virtual)
    try Journal<Trial>(URL(fileURLWithPath: other)).begin(counted.map { [$0] } ?? [])
    return try folder.script(
      "program",
      """
      if [ "$2" = exact ]; then cat "\(own)" > "$6"; exit \(code); fi
      grep -q '"pass":"allocations"' "$4" && cat "\(other)" > "$6"
      """)
  }

  private func gate(_ program: String) -> Gate {
    let setup = GateSetup(
      Registry(.standard, .standard), program: program, settings: "", baseline: "", deadline: nil,
      memoryLimitBytes: 1 << 30)
    return Gate(setup: setup, folder: evidence)
  }

  private func figures(
    _ program: String, countsAllocations: Bool = true
  ) async throws -> (GateBaseline, [String]) {
    let advances = Locked<[String]>([])
    let figures = try await gate(program).exactFigures(
      suite, countsAllocations: countsAllocations
    ) { advance in
      advances.withLock { $0.append("\(advance.what) \(advance.done)/\(advance.total)") }
    }
    return (figures, advances.withLock { $0 })
  }

  @Test(arguments: [
    (2, 7, "the process exited with code 7."),
    (0, 64, "exited with code 64"),
  ])
  func failedVirtualTimeRunIsAnError(count: Int, code: Int, cause: String) async throws {
    let program = try program(Array(records.prefix(count)), code: code)
    await #expect(throws: BenchError.cannotCheck(what: "virtual time", cause: cause)) {
      _ = try await figures(program, countsAllocations: false)
    }
  }

  private func counted(_ outcome: Outcome, _ value: Double?) -> Trial {
    Trial(
      Trial.ID(
        Cell("naive", "complete-all"), number: 1, seed: 1, time: .real, pass: .allocations),
      outcome: outcome, detail: "why", values: value.map { ["allocations_per_update": $0] } ?? [:])
  }

  @Test(
    .enabled(if: Jemalloc.path != nil, "jemalloc is not installed"),
    arguments: [
      (Outcome.ok, 2.34 as Double?, "ok,2.3"), (.lost, 2.36, "lost,2.4"),
      (.wrongView, nil, "wrong-view,"),
    ])
  func allocationsAreCountedInSeparateTrials(
    outcome: Outcome, value: Double?, row: String
  ) async throws {
    let (figures, advances) = try await figures(
      program(records, counted: counted(outcome, value)))
    let table = try #require(figures.allocations)
    #expect(table.csv.hasSuffix("1,complete-all,naive,1,\(row)\n"), "\(table.csv)")
    #expect(
      Set(advances.map { $0.prefix { $0 != "/" }.dropLast() }) == [
        "virtual time ", "allocations: naive on complete-all ",
        "allocations: frame on complete-all ",
      ])
    #expect(advances.map { String($0.suffix(3)) } == ["0/1", "0/2", "1/2"])
    let kept = try GateBaseline(folder: evidence.candidate)
    #expect(kept.allocations?.rows == table.rows)
  }

  @Test(
    .enabled(if: Jemalloc.path != nil, "jemalloc is not installed"),
    arguments: [
      (Outcome.ok, "jemalloc counted nothing. Reinstall it, or use --no-allocations."),
      (.void, "the trial was discarded: why."),
    ])
  func trialWithoutCountsIsAnError(outcome: Outcome, cause: String) async throws {
    let program = try program(records, counted: counted(outcome, nil))
    let error = await #expect(throws: BenchError.self) { _ = try await figures(program) }
    let said = error?.description ?? ""
    #expect(said.hasSuffix(" on complete-all, counting allocations: \(cause)"), "\(said)")
  }
}
