import BenchTestSupport
import Foundation
import Testing

@testable import BenchHarness
@testable import BenchReport
@testable import BenchRuns

/// The exact check with scripts in place of the child processes.
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

  /// A script that writes `virtual` and exits with `code`; when asked to count allocations, it writes `counted`.
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

  private func figures(
    _ program: String, countsAllocations: Bool = true
  ) async throws -> GateBaseline {
    var setup = GateSetup(Registry(.standard, .standard), program: program)
    setup.countsAllocations = countsAllocations
    return try await Gate(setup: setup, folder: evidence).exactFigures(suite) { _ in }
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

  @Test(
    .enabled(if: Jemalloc.path != nil, "jemalloc is not installed"),
    arguments: [
      (Outcome.ok, "jemalloc counted nothing. Reinstall it, or use --no-allocations."),
      (.void, "the trial was discarded: why."),
    ])
  func trialWithoutCountsIsAnError(outcome: Outcome, cause: String) async throws {
    let id = Trial.ID(
      Cell("naive", "complete-all"), number: 1, seed: 1, time: .real, pass: .allocations)
    let program = try program(records, counted: Trial(id, outcome: outcome, detail: "why"))
    let error = await #expect(throws: BenchError.self) { _ = try await figures(program) }
    let said = error?.description ?? ""
    #expect(said.hasSuffix(" on complete-all, counting allocations: \(cause)"), "\(said)")
  }
}
