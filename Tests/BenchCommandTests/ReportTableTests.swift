@testable import BenchHarness
import Foundation
import Testing

@testable import BenchCLI
@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct ReportTableTests {
  /// Six trials of every strategy with long figures, so that intervals are shown.
  private func report(strategies: [String], trials: Int = 6) throws -> WorkloadReport {
    let records = strategies.flatMap { strategy in
      (1...trials).map { trial in
        var record = Trial(
          Trial.ID(Cell(strategy, "uart"), number: trial, seed: 1, time: .real),
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
      line.hasPrefix("---")
        || (["strategy"] + strategies.map(\.readableKey)).contains { line.hasPrefix($0 + " ") }
    }
  }

  @Test func shareOfOverAHundredPercentIsExplained() throws {
    let usual = ReportTable.text([try report(strategies: ["naive"])], rowChanging: [])
    #expect(!usual.contains("Over 100 %"))
    let over = ReportTable.text([try report(strategies: ["naive"], trials: 60)], rowChanging: [])
    #expect(
      over.components(separatedBy: "Over 100 %: shares are of the workload's time").count == 2)
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

  @Test(arguments: [40, 60, 80, 100, 140])
  func columnsGoByPriorityUntilTheRestFits(columns: Int) throws {
    let strategies = ["naive", "throttle-end-to-start"]
    let terminal = Terminal(columns: columns, isLive: true, isStyled: false)
    let text = ReportTable.text(
      [try report(strategies: strategies, trials: 1)], rowChanging: [], terminal: terminal)
    let rows = rows(text, of: strategies)
    #expect(rows.count == strategies.count + 2)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= max(60, columns) }, "\(text)")
    for title in ["mean ms", "busy %", "lost"] { #expect(rows[0].contains(title)) }
    let leftOut = ReportColumn.leftOutFirst.filter { !rows[0].contains($0) }
    #expect(leftOut == Array(ReportColumn.leftOutFirst.prefix(leftOut.count)))
    #expect(leftOut.isEmpty == (columns > 100))
    let line =
      "Left out for lack of room: \(leftOut.joined(separator: ", ")). --format csv has all."
    #expect(
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(line)
        != leftOut.isEmpty)
  }

  @Test func intervalIsNamedWhereThereIsOne() throws {
    let strategies = ["naive", "throttle"]
    let one = ReportTable.text([try report(strategies: strategies, trials: 1)], rowChanging: [])
    #expect(!one.contains("95 %") && !one.contains("Medians"))
    let six = ReportTable.text([try report(strategies: strategies)], rowChanging: [])
    #expect(six.contains("mean ms [95 %]") && six.contains("Medians over the trials, [95 %"))
  }

  @Test func columnThatComparesWithWhatTookNoPartIsLeftOut() throws {
    let text = ReportTable.text([try report(strategies: ["frame", "throttle"])], rowChanging: [])
    #expect(!text.contains("÷naive "))
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
