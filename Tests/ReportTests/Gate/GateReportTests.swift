import Testing

@testable import BenchHarness
@testable import BenchReport

struct GateReportTests {
  private func finding(
    _ strategy: String, _ verdict: Verdict, _ text: String = "text", on workload: String = "uart",
    check: GateFinding.Check = .exact, metric: String? = "deliveries", factor: Double? = 2
  ) -> GateFinding {
    GateFinding(
      check, Cell(strategy, workload), metric, verdict, factor: factor,
      isCompared: metric != nil, text: text)
  }

  private func report(_ findings: GateFinding...) -> GateReport {
    GateReport([CheckResult(findings: findings)], evidence: nil)
  }

  /// Different checks, strategies or findings get separate remarks.
  @Test func equalFindingsOfAStrategyAndCheckAreMerged() {
    let remarks = report(
      finding("a", .regressed), finding("a", .regressed, on: "chat", check: .paired),
      finding("b", .regressed), finding("a", .regressed, on: "chat"),
      finding("a", .improved, "less", on: "steady"), finding("a", .regressed, on: "steady"),
      finding("a", .pass, "", on: "silent"), finding("b", .improved, "less", on: "chat"),
      finding("b", .regressed, on: "steady")
    ).remarks
    #expect(
      remarks.map {
        "\($0.verdict.rawValue) \($0.check) \($0.strategy) \($0.workloads.joined(separator: ",")): "
          + $0.texts.joined(separator: ", ")
      } == [
        "REGRESSED exact a uart,chat: text", "REGRESSED paired a chat: text",
        "REGRESSED exact b uart,steady: text", "REGRESSED exact a steady: text, less",
        "IMPROVED exact b chat: less",
      ])
  }

  /// Findings without a factor, such as a missing combination, come before those with one.
  @Test func headlineNamesTheLargestDecidingChange() {
    #expect(
      report(
        finding("a", .regressed, factor: 1.5), finding("b", .regressed, factor: 0.25),
        finding("c", .regressed, factor: 4), finding("d", .improved, factor: 100)
      ).headline == "REGRESSED: deliveries of b on uart changed by a factor of 0.25, and 2 more.")
    #expect(
      report(
        finding("a", .regressed, factor: 9),
        finding("b", .regressed, "is gone", metric: nil, factor: nil)
      ).headline == "REGRESSED: b on uart is gone, and 1 more.")
    #expect(
      report(finding("a", .regressed, "was lost", factor: nil)).headline
        == "REGRESSED: a on uart was lost.")
    #expect(report(finding("a", .pass)).headline == nil && report().headline == nil)
  }

  /// The gravest finding decides; if nothing was compared, the verdict is UNKNOWN.
  @Test(
    arguments: [
      ([], .unknown, 3), ([.pass], .pass, 0), ([.pass, .improved], .improved, 0),
      ([.improved, .trade], .trade, 0), ([.unknown, .trade], .unknown, 3),
      ([.inconclusive, .improved, .unknown], .inconclusive, 3),
      ([.inconclusive, .regressed, .improved], .regressed, 1),
    ] as [([Verdict], Verdict, Int32)])
  func worstVerdictDecides(verdicts: [Verdict], verdict: Verdict, exitCode: Int32) {
    let report = GateReport(
      [CheckResult(findings: verdicts.map { finding("a", $0) }), .skipped("the rest")],
      evidence: "folder")
    #expect(report.verdict == verdict && report.verdict.exitCode == exitCode)
    #expect(report.figures == verdicts.count && report.notChecked == ["the rest"])
  }

  @Test func everyFindingAndEveryPassingCombinationHasARow() {
    #expect(
      report(
        finding("a", .pass, ""), finding("a", .pass, "", metric: "updates"),
        finding("b", .improved, "less", check: .allocations),
        finding("b", .regressed, "more", check: .allocations, metric: nil)
      ).csv == """
        schema,half,strategy,workload,metric,verdict,finding
        1,exact,a,uart,,PASS,
        1,allocations,b,uart,,REGRESSED,more
        1,allocations,b,uart,deliveries,IMPROVED,less

        """)
  }
}
