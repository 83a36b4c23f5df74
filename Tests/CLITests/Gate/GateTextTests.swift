import BenchHarness
import Testing

@testable import BenchCLI
@testable import BenchReport

struct GateTextTests {
  private static func finding(
    _ strategy: String, _ verdict: Verdict = .pass, on workload: String = "uart",
    _ metric: String? = "deliveries", factor: Double? = nil, _ text: String = ""
  ) -> GateFinding {
    GateFinding(
      .exact, Cell(strategy, workload), metric, verdict, factor: factor,
      isCompared: metric != nil, text: text)
  }

  private let report = GateReport(
    CheckResult(
      findings: [
        finding("naive"), finding("frame", .improved, "deliveries", "deliveries: 2 -> 1"),
        finding("throttle", .regressed, nil, "is <gone>"),
        finding("throttle", .regressed, on: "on-off", nil, "is <gone>"),
      ], notChecked: ["the paired check: 50 % of it"]))

  /// A finding of the paired check: twenty pairs that all differ by `logRatio`.
  private static func paired(
    _ cell: Cell, _ metric: String = "cpu", _ verdict: Verdict = .pass, logRatio: Double = 0,
    detectable: Double? = nil
  ) -> GateFinding {
    GateFinding(
      cell, metric, (verdict, "why"), Change(logRatios: Array(repeating: logRatio, count: 20)),
      floor: 0.03, tolerance: 0.05, adjustedP: 0.001, detectable: detectable)
  }

  @Test func worstVerdictComesFirstAndEqualRemarksAreMerged() {
    #expect(
      GateText.findings(report) == """
        REGRESSED: throttle on 2 workloads: is <gone>
        IMPROVED: deliveries of frame on uart
        REGRESSED  throttle on uart, on-off
            is <gone>
        IMPROVED  frame on uart
            deliveries: 2 -> 1

        """)
  }

  @Test func undecidedCombinationsAreListedLast() {
    let report = GateReport(
      CheckResult(findings: [
        Self.finding("frame", .inconclusive, factor: 2, "deliveries"),
        Self.finding("naive", .improved, factor: 0.5, "deliveries"),
      ]))
    #expect(
      GateText.findings(report) == """
        INCONCLUSIVE: deliveries of frame on uart: +100 %
        IMPROVED: deliveries of naive on uart: -50 %
        IMPROVED  naive on uart
            deliveries
        Undecided:
        INCONCLUSIVE  frame on uart
            deliveries

        """)
  }

  @Test func uncheckedPartsAreNamed() {
    #expect(
      GateText.verdict(report) == """
        Compared 2 figures of 2 combinations.
        Not checked: the paired check: 50 % of it
        REGRESSED: something got worse. Fix it, or accept it: 'bench gate accept' stores new \
        exact figures, unless updates are lost; with --reason WHY, it lists the regressions between two \
        builds in the settings.

        """)
  }

  @Test func pairedFiguresAreListedUnderTheirCombination() {
    let findings = ["cpu_main_per_delivery_us", "latency_p50_ms"].map {
      Self.paired(Cell("frame", "uart"), $0, .inconclusive, logRatio: -0.1, detectable: 0.07)
    }
    let report = GateReport(CheckResult(paired: findings))
    #expect(
      GateText.findings(report).contains(
        """
                          figure change            95 % noise allowed finds blocks      verdict
        ------------------------ ------ --------------- ----- ------- ----- ------ ------------
        frame on uart
        cpu_main_per_delivery_us -9.5 % -9.5 % … -9.5 % 3.0 %   5.0 % 7.0 %     20 INCONCLUSIVE
                  latency_p50_ms -9.5 % -9.5 % … -9.5 % 3.0 %   5.0 % 7.0 %     20 INCONCLUSIVE

        """), "\(GateText.findings(report))")
  }

  @Test func passSaysWhatItFinds() {
    let findings = [("frame", 0.07), ("naive", 0.09)].map {
      Self.paired(Cell($0, "uart"), detectable: $1)
    }
    #expect(
      GateText.verdict(GateReport(CheckResult(paired: findings))).contains(
        "The paired check finds these regressions 19 times in 20: cpu 7 % to 9 % in one combination."
      ))
  }

  @Test func undecidedFigureIsAWarning() {
    let report = GateReport(
      CheckResult(findings: [Self.finding("frame", .undecided, "deliveries", "may be worse")]))
    #expect(
      GitHubActions.annotations(report)
        == ["::warning title=NOT DECIDED%3A frame on uart::may be worse"])
    #expect(report.verdict == .undecided && report.verdict.exitCode == 0)
  }

  @Test func annotationsAreEscaped() {
    #expect(
      GitHubActions.annotations(report) == [
        "::error title=REGRESSED%3A throttle on uart%2C on-off::is <gone>",
        "::warning title=bench gate%3A not checked::the paired check: 50 %25 of it",
      ])
  }

  /// GitHub shows ten annotations of a level.
  @Test func tenthAnnotationSaysHowManyMoreThereAre() {
    let findings = (1...12).map { Self.finding("s", .failed, on: "w", nil, "crash \($0): why") }
    let said = GitHubActions.annotations(GateReport(CheckResult(findings: findings)))
    #expect(said.count == 1, "One combination is one annotation.")
    let notes = GateReport(CheckResult(notChecked: (1...12).map { "part \($0)" }))
    let warnings = GitHubActions.annotations(notes)
    #expect(warnings.count == 10)
    #expect(
      warnings[9] == "::warning title=bench gate%3A 3 more::The summary of the job lists them all.")
  }

  @Test func whatAChangeAcceptsIsAWarning() {
    let worse = CheckResult(
      findings: [Self.finding("frame", .regressed, factor: 2, "deliveries: 1 -> 2, worse")])
    let report = GateReport(
      worse.inBaseline(isRefused: false) + CheckResult(findings: [Self.finding("frame")]))
    #expect(
      GitHubActions.annotations(report) == [
        "::warning title=ACCEPTED%3A frame on uart%2C accepted in this change::"
          + "deliveries: 1 -> 2, worse"
      ])
    #expect(report.verdict == .accepted && report.figures == 1)
    #expect(
      GateText.markdown(report).contains(
        "- ACCEPTED: deliveries of frame on uart, accepted in this change: +100 %\n"))
  }

  @Test func junitHasACaseForEachCombination() {
    #expect(
      JUnitReport.text(report) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="bench gate">
          <testsuite name="exact" tests="4" failures="2" errors="0">
            <testcase classname="exact.naive" name="uart"/>
            <testcase classname="exact.frame" name="uart">
              <system-out>deliveries: 2 -&gt; 1</system-out>
            </testcase>
            <testcase classname="exact.throttle" name="uart">
              <failure message="REGRESSED">is &lt;gone&gt;</failure>
            </testcase>
            <testcase classname="exact.throttle" name="on-off">
              <failure message="REGRESSED">is &lt;gone&gt;</failure>
            </testcase>
          </testsuite>
          <testsuite name="not checked" tests="1" skipped="1">
            <testcase classname="not-checked" name="1"><skipped message="the paired check: 50 % of it"/></testcase>
          </testsuite>
        </testsuites>

        """)
  }

  /// A comment on GitHub holds at most 65 536 characters.
  @Test func longMarkdownKeepsTheWorstFindings() {
    let findings = (1...2_000).map { number in
      Self.paired(
        Cell("s\(number)", "uart"), "cpu", .regressed, logRatio: number == 1_999 ? 2 : 1)
    }
    let text = GateText.markdown(GateReport(CheckResult(paired: findings)))
    #expect((50_000...60_000).contains(text.count), "\(text.count)")
    #expect(
      text.contains(
        "|---|\n| REGRESSED | cpu of 2000 strategies on uart (paired): +172 % to +639 % "
          + "| s1999 on uart: cpu: +639 %"))
    #expect(text.contains(/Rows left out for lack of room: \d+\./))
    #expect(text.hasSuffix("combinations.\n\n"))
  }

  @Test func markdownTabulatesRemarks() {
    #expect(
      GateText.markdown(report).contains(
        "| REGRESSED | throttle on uart, on-off | is <gone> |\n"))
  }
}
