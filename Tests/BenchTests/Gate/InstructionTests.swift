@testable import BenchHarness
import Foundation
import Testing

@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct InstructionTests {
  /// What callgrind writes with --combine-dumps: two regions, then what came after the last.
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
    InstructionCheck.table(
      figures.map(\.key), figures.flatMap { [$0.submissions, $0.cycle] })
  }

  private func findings(
    _ before: (Int, Int), _ after: (Int, Int)
  ) throws -> [GateFinding] {
    let judgement = InstructionCheck.result(
      before: table([("frame", before.0, before.1)]), after: table([("frame", after.0, after.1)]),
      noBase: "")
    #expect(judgement.notChecked.isEmpty)
    return try #require(judgement.cells.first).findings
  }

  @Test func regionsAreReadAndTheRestOfTheProgramIsNot() {
    #expect(CallgrindFile(Self.dumps).regions == [6_005, 412_345])
    #expect(CallgrindFile("").regions == [])
  }

  /// How many it takes depends on addresses. What it calls, and what calls it, is counted.
  @Test func comparingTypesWithTheTableOfTypesIsNotCounted() {
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

  @Test func oneInstructionASubmissionIsAllowedAndMoreIsNot() throws {
    #expect(try findings((6_005, 100), (7_005, 100)).isEmpty)
    #expect(try findings((7_005, 100), (6_005, 100)).isEmpty)
    let found = try findings((6_005, 100), (7_006, 100))
    #expect(found.map(\.verdict) == [.regressed])
    #expect(
      found.first?.text == "instructions_per_submission: 6.005 -> 7.006, worse by 16.7 %")
    #expect(try findings((7_006, 100), (6_005, 100)).map(\.verdict) == [.improved])
  }

  @Test func halfAPercentOfALongSubmissionIsAllowedAndMoreIsNot() throws {
    #expect(try findings((5_000_000, 100), (5_025_000, 100)).isEmpty)
    #expect(try findings((5_000_000, 100), (5_025_001, 100)).map(\.verdict) == [.regressed])
    #expect(try findings((1_000_000, 100), (1_001_001, 100)).map(\.verdict) == [.regressed])
  }

  @Test func threePercentOfACycleAreAllowedAndMoreIsNot() throws {
    #expect(try findings((0, 100_000), (0, 103_000)).isEmpty)
    #expect(try findings((0, 100_000), (0, 97_000)).isEmpty)
    let found = try findings((0, 100_000), (0, 103_001))
    #expect(found.map(\.metric) == ["instructions_per_cycle"])
    #expect(found.map(\.verdict) == [.regressed])
    #expect(try findings((0, 100_000), (0, 96_999)).map(\.verdict) == [.improved])
  }

  @Test func strategiesThatAppearAndDisappearAreNamed() {
    let judgement = InstructionCheck.result(
      before: table([("old", 1, 1)]), after: table([("new", 2, 2)]), noBase: "")
    #expect(judgement.cells.map(\.strategy) == ["new", "old"])
    #expect(judgement.cells.map(\.verdict) == [.pass, .regressed])
    #expect(
      judgement.cells.last?.findings.first?.text == "is gone: it is in base, but is no longer run"
    )
    #expect(judgement.notChecked == ["instructions: strategies that the base does not have: 1"])
    #expect(judgement.instructions.map(\.strategy) == ["new", "old"])
    #expect(judgement.instructions.first?.baseCycle == nil)
  }

  @Test func withoutABaseNothingIsCompared() {
    let judgement = InstructionCheck.result(
      before: nil, after: table([("frame", 6_000, 100)]), noBase: "why not")
    #expect(judgement.cells.isEmpty)
    #expect(judgement.instructions.map(\.submission) == [6])
    #expect(
      judgement.notChecked == ["instructions: counted, but not compared: why not"])
  }

  /// Less is better, so that a count below what was ever counted would be an improvement.
  @Test(arguments: ["0", "-5", "", "nan", "0x10", "100.5"])
  func whatIsNoCountIsRefusedWithItsPlace(count: String) throws {
    let folder = try TemporaryFolder()
    let good = table([("frame", 6_005, 100), ("naive", 6_005, 100)]).csv
    let file = InstructionCheck.file(.candidate, in: folder.url)
    try good.write(to: file, atomically: true, encoding: .utf8)
    #expect(try InstructionCheck.result(folder.url).instructions.count == 2)
    let damaged = good.replacing("naive,1,ok,6.005,100\n", with: "naive,1,ok,6.005,\(count)\n")
    #expect(damaged != good)
    try damaged.write(to: file, atomically: true, encoding: .utf8)
    let error = #expect(throws: BenchError.self) { try InstructionCheck.result(folder.url) }
    #expect(error?.isUsage == false)
    let said = error?.description ?? ""
    #expect(said.contains("instructions-candidate.csv, line 3: '\(count)'"), "\(said)")
    #expect(said.contains("the column instructions_per_cycle"), "\(said)")
  }

  @Test func evidenceIsReadAsItWasWritten() throws {
    let folder = try FileManager.makeTemporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(!InstructionCheck.hasEvidence(in: folder))
    for (side, submissions) in [(PairedSide.base, 6_000), (.candidate, 70_000)] {
      try table([("frame", submissions, 100)]).csv.write(
        to: InstructionCheck.file(side, in: folder), atomically: true, encoding: .utf8)
    }
    #expect(InstructionCheck.hasEvidence(in: folder))
    #expect(try InstructionCheck.result(folder).cells.map(\.verdict) == [.regressed])
    for damaged in ["no table", ExactTable(metrics: ["deliveries"]).csv, table([]).csv] {
      try Data(damaged.utf8).write(to: InstructionCheck.file(.candidate, in: folder))
      let error = #expect(throws: BenchError.self) { try InstructionCheck.result(folder) }
      #expect(error?.isUsage == false)
      #expect(error?.description.contains("instructions-candidate.csv") == true)
    }
  }
}
