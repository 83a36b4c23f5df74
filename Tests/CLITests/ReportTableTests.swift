import BenchTestSupport
import Testing

@testable import BenchCLI
@testable import BenchHarness
@testable import BenchReport

struct ReportTableTests {
  /// The tables for trials with long figures; by default six trials, enough for intervals.
  private func text(
    _ strategies: [String], trials: Int = 6, rowChanging: Set<String> = [],
    terminal: Terminal = .none
  ) -> String {
    let records = strategies.flatMap { strategy in
      (1...trials).map { trial in
        var record = Trial.made(strategy: strategy, trial: trial, time: .real)
        for metric in [Metric].standard {
          record.values[metric.name] = 0.0123456 * Double(trial) * Double(strategy.count)
        }
        return record
      }
    }
    let report = RunReport(
      CellSummary.summaries(of: records, strategies: strategies, workloads: ["uart"]),
      groups: strategies.reduce(into: [:]) { groups, name in
        groups[name] = rowChanging.contains(name) ? .rowChanges : name == "null" ? nil : .reloads
      })
    return ReportTable(report: report, layout: .terminal, terminal: terminal).tables
  }

  private func rows(_ text: String, of strategies: [String]) -> [Substring] {
    text.split(separator: "\n").filter { line in
      line.hasPrefix("---")
        || (["strategy"] + strategies.map(\.readableKey)).contains { line.hasPrefix($0 + " ") }
    }
  }

  @Test(arguments: [
    [StrategyEntry].standard.map(\.name),
    ["naive", "throttle:interval=16666667ns", "throttle", "main-drain-bounded:budget=1500us"],
  ])
  func tableWithIntervalsIsAtMostAHundredColumnsWide(strategies: [String]) {
    let rows = rows(text(strategies), of: strategies)
    #expect(rows.count == strategies.count + 2)
    #expect(rows.allSatisfy { $0.count <= 100 })
    #expect(rows.contains { $0.contains("[") && $0.contains("–") })
  }

  @Test(arguments: [40, 60, 80, 100, 140])
  func columnsAreDroppedByPriorityToFit(columns: Int) {
    let strategies = ["naive", "throttle-end-to-start"]
    let terminal = Terminal(columns: columns, isLive: true, isStyled: false)
    let text = text(strategies, trials: 1, terminal: terminal)
    let rows = rows(text, of: strategies)
    #expect(rows.count == strategies.count + 2)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= max(60, columns) }, "\(text)")
    for title in ["mean ms", "busy %", "lost"] { #expect(rows[0].contains(title)) }
    let leftOut = ReportColumn.leftOutFirst.filter { !rows[0].contains($0) }
    #expect(leftOut == Array(ReportColumn.leftOutFirst.prefix(leftOut.count)))
    #expect(leftOut.isEmpty == (columns > 100))
    let line =
      "Left out to save room: \(leftOut.joined(separator: ", ")). --format csv has all columns."
    #expect(
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(line)
        != leftOut.isEmpty)
  }

  /// Each explanation appears only if the table has its column or mark.
  @Test func legendExplainsOnlyWhatTheTableShows() {
    let both = ["naive", "throttle"]
    let (one, six) = (text(both, trials: 1), text(both))
    #expect(!one.contains("95 %") && !one.contains("Medians"))
    #expect(six.contains("mean ms [95 %]") && six.contains("Medians over the trials; [95 %"))
    #expect(six.contains("÷naive ") && !text(["frame", "throttle"]).contains("÷naive"))
    let excess = "Shares can exceed 100 %: they are relative to the workload's length"
    #expect(!six.contains(excess) && text(both, trials: 60).contains(excess))
    let apart = text(both, rowChanging: ["throttle"])
    #expect(apart.contains("uart, reloads") && apart.contains("uart, row changes"))
    #expect(!six.contains("uart, "))
    let marked = rows(six, of: both).filter { $0.contains("*") }
    #expect(marked.map { $0.hasPrefix("naive") } == [true])
  }

  /// The bottom line of three strategies; the last one shows nothing in motion.
  private func bottomLine(
    columns: Int? = nil, costRatio: Double? = 2
  ) -> (rows: [Substring], words: String) {
    let figures: [(String, [Metric: Double])] = [
      ("frame", [.latencyMax: 50, .mainBusyPeakShare: 0.3, .mainBusyShare: 0.2]),
      ("throttle", [.latencyMax: 130, .mainBusyPeakShare: 0.1, .mainBusyShare: 0.05]),
      ("debounce", [.latencyMax: 90, .picturesPerSecond: 0, .possiblePicturesPerSecond: 50]),
    ]
    let records = figures.map { name, figures in
      var record = Trial.made(strategy: name)
      for (metric, value) in figures { record.values[metric.name] = value }
      record.values[Metric.costRatio.name] = costRatio
      return record
    }
    let report = RunReport(
      CellSummary.summaries(of: records, strategies: figures.map(\.0), workloads: ["uart"]),
      groups: ["frame": .reloads, "throttle": .reloads, "debounce": .reloads])
    let terminal = columns.map { Terminal(columns: $0, isLive: true, isStyled: false) } ?? .none
    let text = ReportTable(report: report, layout: .terminal, terminal: terminal).bottomLine()
    return (
      rows(text, of: ["frame", "throttle", "debounce"]).filter { !$0.hasPrefix("-") },
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    )
  }

  @Test func bottomLineShowsWhichLimitDecides() {
    let (all, words) = bottomLine()
    let rows = all.prefix(4)
    #expect(
      rows.map { $0.split(separator: " ").joined(separator: " ") } == [
        "strategy of a limit which is main × best (price 0.02)",
        "frame 60 % busiest second 30 % on uart 20 % 2",
        "throttle 130 % longest wait 130 ms on uart 5 % 2",
        "debounce ∞ pictures 0 a second on uart 2",
      ])
    #expect(words.contains("Of a limit: how much of its tightest limit the strategy uses"))
    #expect(words.contains("× best: cost ÷ the lowest possible cost"))
    #expect(
      words.contains("frame stays within every limit on uart, using 20 % of main-thread time."))
    #expect(!bottomLine(costRatio: nil).words.contains("× best: cost"))
  }

  /// The figure that decides stays the longest. Nothing is fitted to fewer than 60 columns.
  @Test(arguments: [(100, 5), (80, 5), (71, 4), (60, 4), (40, 4)])
  func bottomLineLeavesOutColumnsToFit(columns: Int, count: Int) throws {
    let titles = ["strategy", "of a limit", "which is", "main", "× best"]
    let head = try #require(bottomLine(columns: columns).rows.first { $0.contains("of a limit") })
    #expect(titles.count { head.contains($0) } == count, "\(head)")
    #expect(titles.prefix(count).allSatisfy(head.contains))
  }
}
