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
    GateReport(CheckResult(findings: findings))
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
        "\($0.verdict.rawValue) \($0.check) \($0.cell.text): \($0.texts.joined(separator: ", "))"
      } == [
        "REGRESSED exact a on uart, chat: text", "REGRESSED paired a on chat: text",
        "REGRESSED exact b on uart, steady: text", "REGRESSED exact a on steady: text, less",
        "IMPROVED exact b on chat: less",
      ])
  }

  /// A sentence for each kind of finding, the worst first; those without a factor come before those with one.
  @Test func eachKindOfFindingHasASentence() {
    #expect(
      report(
        finding("a", .regressed, metric: "latency_p50_ms", factor: 1.2), finding("d", .improved),
        finding("a", .regressed, on: "chat", metric: "latency_max_ms", factor: 1.28),
        finding("b", .regressed, metric: "latency_p50_ms", factor: 1.25),
        finding("b", .regressed, "more", factor: 1.1), finding("c", .pass, "is new", metric: nil),
        finding("b", .accepted, check: .baseline, factor: 1.5),
        finding("c", .regressed, "is gone (seed 2): why", metric: nil, factor: nil),
        finding("*", .regressed, on: "*", check: .paired, metric: "cpu", factor: 1.1)
      ).sentences == [
        "REGRESSED: c on uart: is gone",
        "REGRESSED: latency of 2 strategies on 2 workloads: +20 % to +28 %",
        "REGRESSED: deliveries of b on uart: +10 %",
        "REGRESSED: cpu of all strategies on all workloads (paired): +10 %",
        "ACCEPTED: deliveries of b on uart, accepted in this change: +50 %",
        "IMPROVED: deliveries of d on uart: +100 %",
      ])
    #expect(report(finding("a", .pass)).sentences.isEmpty && report().sentences.isEmpty)
  }

  /// Few remarks are listed one by one; of many, the worst of each kind, and how many more there are.
  @Test func manyRemarksAreListedByKind() {
    func entries(_ count: Int) -> [String] {
      let findings = (1...count).map {
        finding("s\($0)", .regressed, "text \($0)", factor: 1 + Double($0))
      }
      return GateReport(CheckResult(findings: findings)).entries
        .map { "\($0.title): \($0.texts.joined(separator: "; "))" }
    }
    #expect(entries(5).count == 5 && entries(5)[0] == "s5 on uart: text 5")
    #expect(
      entries(72) == [
        "deliveries of 72 strategies on uart: +100 % to +7200 %: "
          + "s72 on uart: text 72; and 71 more, which gate.json and --format csv list"
      ])
  }

  /// The gravest finding decides; if nothing was compared, the verdict is UNKNOWN.
  @Test(
    arguments: [
      ([], .unknown, 3), ([.pass], .pass, 0), ([.pass, .improved], .improved, 0),
      ([.improved, .accepted], .accepted, 0), ([.improved, .trade], .trade, 0),
      ([.unknown, .trade], .unknown, 3),
      ([.inconclusive, .improved, .unknown], .inconclusive, 3),
      ([.inconclusive, .regressed, .improved], .regressed, 1),
    ] as [([Verdict], Verdict, Int32)])
  func worstVerdictDecides(verdicts: [Verdict], verdict: Verdict, exitCode: Int32) {
    let report = GateReport(
      CheckResult(findings: verdicts.map { finding("a", $0) }) + .skipped("the rest"))
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
