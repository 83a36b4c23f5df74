import BenchHarness
@testable import BenchReport
import Testing

@testable import BenchCLI

@Suite(.timeLimit(.minutes(15))) struct GateOutputTests {
  private let report = GateReport(
    [
      CheckResult(
        cells: [
          GateCell(check: .exact, Cell("naive", "uart"), figures: 3, findings: []),
          GateCell(
            check: .exact, Cell("frame", "uart"), figures: 3,
            findings: [
              GateFinding(metric: "deliveries", verdict: .improved, text: "deliveries: 2 -> 1")
            ]
          ),
          GateCell(
            check: .exact, Cell("throttle", "uart"), figures: 3,
            findings: [GateFinding(metric: nil, verdict: .regressed, text: "is <gone>")]),
          GateCell(
            check: .exact, Cell("throttle", "on-off"), figures: 3,
            findings: [GateFinding(metric: nil, verdict: .regressed, text: "is <gone>")]),
        ], notChecked: ["the paired check: 50 % of it"])
    ], evidence: nil)

  @Test func worstComesFirstAndEqualRemarksStandTogether() {
    #expect(
      GateText.findings(report) == """
        REGRESSED: throttle on uart is <gone>, and 1 more like it.
        REGRESSED  throttle on uart, on-off
            is <gone>
        IMPROVED  frame on uart
            deliveries: 2 -> 1

        """)
  }

  @Test func firstLineNamesStrategyWorkloadFigureAndFactor() {
    let report = GateReport(
      [
        CheckResult(cells: [
          cell("frame", .regressed, "latency_p50_ms", 1.1),
          cell("naive", .regressed, "deliveries", 3),
          cell("throttle", .improved, "deliveries", 0.01),
        ])
      ], evidence: nil)
    #expect(
      report.headline
        == "REGRESSED: deliveries of naive on uart is 3 times what it was, and 1 more like it.")
  }

  @Test func worseFiguresComeBeforeBetterOnes() {
    let findings = [Verdict.improved, .regressed, .inconclusive].map {
      GateFinding(metric: nil, verdict: $0, text: "")
    }
    let cell = GateCell(
      check: .exact, Cell("naive", "uart"), figures: 3, findings: findings)
    #expect(cell.findings.map(\.verdict) == [.regressed, .inconclusive, .improved])
  }

  @Test func whatCouldNotBeToldStandsApart() {
    let report = GateReport(
      [
        CheckResult(cells: [
          cell("frame", .inconclusive, "deliveries", 2),
          cell("naive", .improved, "deliveries", 0.5),
        ])
      ], evidence: nil)
    #expect(
      GateText.findings(report) == """
        INCONCLUSIVE: deliveries of frame on uart is 2 times what it was.
        IMPROVED  naive on uart
            deliveries
        Undecided:
        INCONCLUSIVE  frame on uart
            deliveries

        """)
  }

  private func cell(
    _ strategy: String, _ verdict: Verdict, _ metric: String, _ factor: Double
  ) -> GateCell {
    GateCell(
      check: .exact, Cell(strategy, "uart"), figures: 1,
      findings: [GateFinding(metric: metric, verdict: verdict, text: metric, factor: factor)])
  }

  @Test func whatWasNotCheckedIsSaid() {
    #expect(
      GateText.verdict(report) == """
        Compared 12 figures of 4 combinations.
        Not checked: the paired check: 50 % of it
        REGRESSED: something got worse. Fix it, or accept it: 'bench gate accept' takes new figures \
        into the baseline; where two builds differ, merge anyway and say why.

        """)
  }

  @Test(arguments: [80, 60]) func figuresOfTwoBuildsFit(width: Int) {
    let verdicts = ["cpu_main_per_delivery_us", "latency_p50_ms"].map { metric in
      PairedVerdict(
        strategy: "throttle-end-to-start:interval=5ms", workload: "steady:rate=500:duration=60ms",
        metric: metric, verdict: .inconclusive, estimate: -0.123, low: -0.2, high: 0.1, floor: 0.03,
        tolerance: 0.05, adjustedP: 0.001, blocks: 20, variation: 0.02, reason: "")
    }
    let lines = GateText.grouped(verdicts, width: width).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= width }, "\(lines)")
    #expect(lines[2].hasPrefix("throttle-end-to-start:interval=5ms on"))
    #expect(lines.count { $0.contains("interval=5ms") } == 1)
    #expect(
      lines.contains { $0.contains("cpu_main_per_delivery_us") && $0.contains("INCONCLUSIVE") })
  }

  @Test func annotationsAreEscaped() {
    #expect(
      GitHubActions.annotations(report) == [
        "::error title=REGRESSED%3A throttle on uart%2C on-off::is <gone>",
        "::warning title=bench gate%3A not checked::the paired check: 50 %25 of it",
      ])
  }

  @Test func junitHasACaseForEachCell() {
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

  @Test func markdownIsATableOfRemarks() {
    #expect(
      GateText.markdown(report).contains(
        "| REGRESSED | `throttle` | `uart`, `on-off` | is <gone> |\n"))
  }
}
