import Testing

@testable import BenchHarness
@testable import BenchReport

struct InstructionCheckTests {
  private func table(
    _ figures: [(key: String, submissions: Int, cycle: Int)]
  ) -> ExactTable {
    ExactTable(instructions: figures.map { (key: $0.key, totals: [$0.submissions, $0.cycle]) })
  }

  private func report(_ before: (Int, Int), _ after: (Int, Int)) -> GateReport {
    let tables = [before, after].map { table([("frame", $0.0, $0.1)]) }
    return GateReport(CheckResult(instructions: tables[0], tables[1], noBase: ""))
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
    let result = CheckResult(
      instructions: table([("both", 1_000, 2), ("old", 3_000, 4)]),
      table([("both", 5_000, 6), ("new", 7_000, 8)]), noBase: "")
    #expect(result.notChecked == ["instructions: strategies that the base lacks: 1"])
    let report = GateReport(result)
    #expect(report.combinations.map(\.cell.strategy) == ["both", "new", "old"])
    #expect(report.combinations.map(\.verdict) == [.regressed, .pass, .regressed])
    #expect(
      report.combinations[2].texts == ["is gone: it is in base, but is no longer run"])
    let figures = result.findings.filter { $0.metric != nil }
    #expect(figures.map(\.base) == [1, 2, nil, nil, 3, 4])
    #expect(figures.map(\.candidate) == [5, 6, 7, 8, nil, nil])
  }

  @Test func withoutABaseNothingIsCompared() {
    let result = CheckResult(
      instructions: nil, table([("frame", 6_000, 100)]), noBase: "why not")
    #expect(result.findings.map(\.candidate) == [6, 100])
    #expect(result.notChecked == ["instructions: counted, but not compared: why not"])
    #expect(GateReport(result).verdict == .unknown)
  }

  @Test func strategyWithAMissingCountFails() {
    let table = ExactTable(
      instructions: [(key: "x", totals: [5]), (key: "y", totals: [5_000, 7])])
    let report = GateReport(CheckResult(instructions: table, table, noBase: ""))
    #expect(report.combinations.map(\.verdict) == [.failed, .pass])
  }
}
