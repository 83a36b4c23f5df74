import BenchTestSupport
import Coalesce
import Foundation
import Testing

@testable import BenchHarness
@testable import BenchReport

struct InstructionCheckTests {
  /// Output of callgrind with --combine-dumps: two marked regions, then the rest of the program.
  private static let dumps = """
    # callgrind format
    version: 1
    part: 1
    desc: Trigger: --dump-before=cplatform_counting_ends
    events: Ir
    fn=(0) 0x000000000001ab70
    totals: 6005
    part: 2
    desc: Trigger: --dump-before=cplatform_counting_ends
    totals: 412345
    part: 3
    desc: Trigger: Program termination
    totals: 987
    """

  private func table(
    _ figures: [(key: String, submissions: Int, cycle: Int)]
  ) -> ExactTable {
    InstructionCheck.table(figures.map { (key: $0.key, totals: [$0.submissions, $0.cycle]) })
  }

  private func report(_ before: (Int, Int), _ after: (Int, Int)) -> GateReport {
    let result = InstructionCheck.result(
      before: table([("frame", before.0, before.1)]), after: table([("frame", after.0, after.1)]),
      noBase: "")
    return GateReport([result], evidence: nil)
  }

  @Test func onlyTheMarkedRegionsAreRead() {
    #expect(CallgrindFile(Self.dumps).regions == [6_005, 412_345])
    #expect(CallgrindFile("").regions == [])
  }

  /// The lookup's number of instructions depends on addresses. Its callers and callees are still counted.
  @Test func metadataCacheLookupIsNotCounted() {
    let text = """
      part: 1
      desc: Trigger: --dump-before=cplatform_counting_ends
      fn=(7) swift_getGenericMetadata
      0 40
      cfn=(3) swift::Map::Snapshot::find<swift::MetadataCacheKey>(swift::MetadataCacheKey const&) &
      calls=20 0
      0 350
      fn=(3)
      0 100
      cfn=(5) swift::MetadataCacheKey::operator==(swift::MetadataCacheKey const&) const
      calls=20 0
      0 250
      fn=(5)
      +3 200
      cfn=(9) __memcmp_avx2_movbe
      calls=20 0
      * 50
      fn=(9)
      0 50
      totals: 390
      part: 2
      desc: Trigger: --dump-before=cplatform_counting_ends
      fn=(3)
      0 11
      fn=(9)
      0 4
      totals: 15
      """
    #expect(CallgrindFile(text).regions == [90, 4])
  }

  /// Tolerates one instruction per submission (0.5 % if it takes over 1 000) and 3 % of a cycle.
  @Test(
    arguments: [
      ((6_005, 100), (7_005, 100), .pass), ((7_005, 100), (6_005, 100), .pass),
      ((6_005, 100), (7_006, 100), .regressed), ((7_006, 100), (6_005, 100), .improved),
      ((5_000_000, 100), (5_025_000, 100), .pass), ((5_000_000, 100), (5_025_001, 100), .regressed),
      ((1_000_000, 100), (1_001_001, 100), .regressed), ((0, 100_000), (0, 103_000), .pass),
      ((0, 100_000), (0, 97_000), .pass), ((0, 100_000), (0, 103_001), .regressed),
      ((0, 100_000), (0, 96_999), .improved),
    ] as [((Int, Int), (Int, Int), Verdict)])
  func smallDifferencesAreAllowed(_ before: (Int, Int), _ after: (Int, Int), _ verdict: Verdict) {
    let report = report(before, after)
    #expect(report.verdict == verdict && report.figures == 3)
    #expect(report.remarks.isEmpty == (verdict == .pass))
  }

  @Test func newAndMissingStrategiesAreNamed() {
    let result = InstructionCheck.result(
      before: table([("both", 1_000, 2), ("old", 3_000, 4)]),
      after: table([("both", 5_000, 6), ("new", 7_000, 8)]), noBase: "")
    #expect(result.notChecked == ["instructions: strategies that the base lacks: 1"])
    let report = GateReport([result], evidence: nil)
    #expect(report.combinations.map(\.strategy) == ["both", "new", "old"])
    #expect(report.combinations.map(\.verdict) == [.regressed, .pass, .regressed])
    #expect(
      report.combinations[2].texts == ["is gone: it is in base, but is no longer run"])
    let figures = result.findings.filter { $0.metric != nil }
    #expect(figures.map(\.base) == [1, 2, nil, nil, 3, 4])
    #expect(figures.map(\.candidate) == [5, 6, 7, 8, nil, nil])
  }

  @Test func withoutABaseNothingIsCompared() {
    let result = InstructionCheck.result(
      before: nil, after: table([("frame", 6_000, 100)]), noBase: "why not")
    #expect(result.findings.map(\.candidate) == [6, 100])
    #expect(result.notChecked == ["instructions: counted, but not compared: why not"])
    #expect(GateReport([result], evidence: nil).verdict == .unknown)
  }

  @Test(.enabled(if: InstructionCheck.obstacle == nil))
  func programThatCannotBeCopiedIsNamed() async throws {
    let folder = TemporaryFolder()
    let text = try folder.script("text", "")
    let suite = try ExactSuite.written(
      "{ strategies: naive, workloads: uart, seeds: [1], metrics: [deliveries] }")
    let gate = Gate(
      Registry(.standard, .standard), candidate: text, base: nil, folder: folder.url,
      deadline: nil, memoryLimitBytes: 1 << 30)
    let begun = Locked<[String]>([])
    let error = await #expect(throws: BenchError.self) {
      try await InstructionCheck.run(suite, gate) { advance in
        begun.withLock { $0.append("\(advance.what), \(advance.done) of \(advance.total)") }
      }
    }
    #expect(
      error == .cannotCheck(what: text, cause: "copying it failed: 'strip' exited with code 1."))
    #expect(begun.withLock { $0 } == ["instructions of candidate, 1 of 2"])
  }

  @Test func strategyWithAMissingCountFails() {
    let table = InstructionCheck.table([(key: "x", totals: [5]), (key: "y", totals: [5_000, 7])])
    let report = GateReport(
      [InstructionCheck.result(before: table, after: table, noBase: "")], evidence: nil)
    #expect(report.combinations.map(\.verdict) == [.failed, .pass])
  }
}
