@testable import BenchHarness
import Foundation
import Testing

@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct GateReportTests {
  private func finding(
    _ verdict: Verdict, _ metric: String? = "deliveries", _ text: String = "text",
    factor: Double? = 2
  ) -> GateFinding { GateFinding(metric: metric, verdict: verdict, text: text, factor: factor) }

  private func cell(
    _ strategy: String, on workload: String = "uart", check: GateCell.Check = .exact,
    figures: Int = 1, _ findings: GateFinding...
  ) -> GateCell {
    GateCell(check: check, Cell(strategy, workload), figures: figures, findings: findings)
  }

  private func report(_ cells: GateCell...) -> GateReport {
    GateReport([CheckResult(cells: cells)], evidence: nil)
  }

  /// Another check, strategy or finding is another remark.
  @Test func onlyEqualFindingsOfOneStrategyInOneCheckStandTogether() {
    let remarks = report(
      cell("a", on: "uart", finding(.regressed)),
      cell("a", on: "chat", check: .paired, finding(.regressed)),
      cell("b", on: "uart", finding(.regressed)), cell("a", on: "chat", finding(.regressed)),
      cell("a", on: "steady", finding(.regressed, "deliveries", "other")), cell("a", on: "silent"),
      cell("b", on: "chat", finding(.improved)), cell("b", on: "steady", finding(.regressed))
    ).remarks
    #expect(
      remarks.map { "\($0.check) \($0.strategy) \($0.workloads.joined(separator: ","))" } == [
        "exact a uart,chat", "paired a chat", "exact b uart,steady", "exact a steady",
        "exact b chat",
      ])
    #expect(remarks.map(\.verdict) == [.regressed, .regressed, .regressed, .regressed, .improved])
    #expect(remarks[0].findings == [finding(.regressed)])
  }

  @Test func headlineIsTheLargestChangeOfWhatDecides() {
    #expect(
      report(
        cell("a", finding(.regressed, factor: 1.5)), cell("b", finding(.regressed, factor: 0.25)),
        cell("c", finding(.regressed, factor: 4)), cell("d", finding(.improved, factor: 100))
      ).headline
        == "REGRESSED: deliveries of b on uart is 0.25 times what it was, and 2 more like it.")
    // What is gone has no factor.
    #expect(
      report(
        cell("a", finding(.regressed, factor: 9)),
        cell("b", finding(.regressed, nil, "is gone", factor: nil))
      )
      .headline == "REGRESSED: b on uart is gone, and 1 more like it.")
    #expect(
      report(cell("a", finding(.regressed, "deliveries", "was lost", factor: nil))).headline
        == "REGRESSED: a on uart was lost.")
    #expect(
      report(cell("a", finding(.regressed, nil, "is worse", factor: 2))).headline
        == "REGRESSED: a on uart is worse.")
    #expect(report(cell("a", finding(.pass))).headline == nil)
    #expect(report().headline == nil)
  }

  @Test func nothingLookedAtIsUnknown() {
    #expect(report().verdict == .unknown && report().figures == 0)
    let two = report(cell("a", figures: 3), cell("b", figures: 4, finding(.improved)))
    #expect(two.verdict == .improved && two.figures == 7)
  }

  @Test func pairedCheckComesLast() {
    let verdict = PairedVerdict(
      strategy: "p", workload: "w", metric: "deliveries", verdict: .pass, estimate: 0, low: nil,
      high: nil, floor: nil, tolerance: 0.05, adjustedP: nil, blocks: 8, variation: nil, reason: "")
    var exact = CheckResult(cells: [cell("e")])
    exact.notChecked = ["something"]
    let report = GateReport(
      [CheckResult([verdict]), exact, .skipped("instructions")], evidence: "folder")
    #expect(report.cells.map(\.strategy) == ["e", "p"])
    #expect(report.notChecked == ["something", "instructions"])
    #expect(report.paired == [verdict] && report.evidence == "folder")
  }

  @Test func tableHasARowForEachFindingAndOneForACellWithoutAny() {
    let report = report(
      cell("a"),
      cell(
        "b", check: .allocations, finding(.improved, "m", "less"), finding(.regressed, nil, "more"))
    )
    #expect(
      report.csv == """
        schema,half,strategy,workload,metric,verdict,finding
        1,exact,a,uart,,PASS,
        1,allocations,b,uart,,REGRESSED,more
        1,allocations,b,uart,m,IMPROVED,less

        """)
  }

  /// Not what costs otherwise, or only shows in another check.
  @Test func strategyChangedWhereTheExactCheckSaysSo() {
    let result = CheckResult(cells: [
      cell("new", finding(.pass, nil)), cell("same"), cell("worse", finding(.regressed)),
      cell("better", finding(.improved)), cell("dear", check: .allocations, finding(.regressed)),
      cell("slow", check: .instructions, finding(.regressed)),
    ])
    #expect(result.changedStrategies == ["worse", "better"])
  }

  @Test(arguments: [(2.0, log(2)), (0.5, log(2)), (1, 0), (nil, .infinity)] as [(Double?, Double)])
  func changeIsHowFarAFigureIsFromWhatItWas(factor: Double?, change: Double) {
    #expect(abs(finding(.pass, factor: factor).change - change) < 1e-12 || change == .infinity)
    #expect(factor != nil || finding(.pass, factor: factor).change == .infinity)
  }
}

/// What lies in a folder, judged again.
@Suite(.timeLimit(.minutes(15))) struct GateEvidenceTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Files of those names in a folder that holds no evidence are somebody else's.
  @Test(arguments: [
    "baseline", "candidate", "settings.json", "gate-cells.csv", "environment.json",
  ])
  func onlyAFolderOfEvidenceIsCleared(name: String) throws {
    _ = try folder.file(name, "mine")
    _ = try folder.file("other", "")
    #expect(
      throws: BenchError.badResults(
        file: folder.url.relativePath, line: nil,
        cause: "it holds \(name), which this would overwrite, and no evidence of a gate. "
          + "Give another folder.")
    ) { try Gate.clear(folder.url) }
    #expect(try folder.names == ["other", name].sorted())
    _ = try folder.file("paired.csv", "")
    try Gate.clear(folder.url)
    #expect(try folder.names == ["other"])
  }

  @Test(arguments: Gate.evidence) func evidenceIsCleared(name: String) throws {
    _ = try folder.file(name, "")
    try Gate.clear(folder.url)
    #expect(try folder.names.isEmpty)
  }
}
