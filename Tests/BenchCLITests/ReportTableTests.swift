import Testing

@testable import BenchCLI
@testable import Harness
@testable import Runs

@Suite struct ReportTableTests {
  /// Six trials of every strategy with long figures, so that intervals are shown.
  private func report(strategies: [String]) throws -> WorkloadReport {
    let records = strategies.flatMap { strategy in
      (1...6).map { trial in
        var record = TrialRecord(
          TrialIdentity(
            strategy: strategy, workload: "uart", trial: trial, seed: 1, time: .real),
          outcome: .ok, detail: "")
        for metric in [Metric].standard {
          record.values[metric.name] = 0.0123456 * Double(trial) * Double(strategy.count)
        }
        return record
      }
    }
    let cells = CellSummary.summaries(of: records, strategies: strategies, workloads: ["uart"])
    return try #require(WorkloadReport.reports(of: cells, silent: ["null"]).first)
  }

  private func rows(_ text: String, of strategies: [String]) -> [Substring] {
    text.split(separator: "\n").filter { line in
      line.hasPrefix("---") || (["strategy"] + strategies).contains { line.hasPrefix($0 + " ") }
    }
  }

  @Test(arguments: [
    [StrategyEntry].standard.map(\.name),
    ["naive", "throttle:interval=16666667ns", "throttle", "main-drain-bounded:budget=1500us"],
  ])
  func tableIsAtMostAHundredColumnsWideWithIntervals(strategies: [String]) throws {
    let text = ReportTable.text([try report(strategies: strategies)], rowChanging: [])
    let rows = rows(text, of: strategies)
    #expect(rows.count == strategies.count + 2)
    #expect(rows.allSatisfy { $0.count <= 100 })
    #expect(rows.contains { $0.contains("[") && $0.contains("–") })
  }

  @Test func legendSaysWhichStrategiesChangeOneRow() throws {
    let report = try report(strategies: ["naive", "view-queue"])
    let text = ReportTable.text([report], rowChanging: ["view-queue"])
    #expect(text.contains("one row with view-queue"))
    #expect(!ReportTable.text([report], rowChanging: []).contains("one row"))
  }

  @Test func sentencesOfTheReportArePrinted() throws {
    let report = try report(strategies: ["naive", "throttle"])
    #expect(!report.sentences.isEmpty)
    let text = ReportTable.text([report], rowChanging: [])
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for sentence in report.sentences { #expect(text.contains(sentence)) }
  }

  @Test func bestOfAColumnIsMarked() throws {
    let text = ReportTable.text([try report(strategies: ["naive", "throttle"])], rowChanging: [])
    let rows = rows(text, of: ["naive", "throttle"])
    #expect(rows.filter { $0.contains("*") }.map { $0.hasPrefix("naive") } == [true])
  }
}
