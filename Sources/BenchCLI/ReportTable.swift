import BenchHarness
import BenchReport

/// A column of the result table: which metric, in which unit, how it is written.
struct ReportColumn {
  private let name: String
  private let metric: String
  private let factor: Double
  private let hasInterval: Bool
  private let isRatio: Bool
  private let isOptional: Bool

  static let all: [ReportColumn] = [
    ReportColumn("deliveries", "deliveries"),
    ReportColumn("mean ms", "latency_mean_ms", hasInterval: true),
    ReportColumn("÷naive", "latency_mean_ms", isRatio: true),
    ReportColumn("max ms", "latency_max_ms"),
    ReportColumn("stale %", "stale_share", factor: 100),
    ReportColumn("busy %", "main_busy_share", factor: 100),
    ReportColumn("block ms", "longest_block_ms"),
    ReportColumn("hitch", "hitch_ratio_ms_per_s"),
    ReportColumn("submit ns", "submit_cost_ns", isOptional: true),
    ReportColumn("lost", "lost_updates"),
  ]

  /// What a table that is too wide does without.
  static let leftOutFirst = ["hitch", "block ms", "stale %", "÷naive", "deliveries", "max ms"]

  private init(
    _ title: String, _ metric: String, factor: Double = 1, hasInterval: Bool = false,
    isRatio: Bool = false, isOptional: Bool = false
  ) {
    self.name = title
    self.metric = metric
    self.factor = factor
    self.hasInterval = hasInterval
    self.isRatio = isRatio
    self.isOptional = isOptional
  }

  /// A column that most workloads have no figures for, or that compares with what did not take part, is
  /// left out where it would be empty.
  func isShown(_ report: WorkloadReport) -> Bool {
    if isRatio { return report.cells.contains { $0.strategy == WorkloadReport.reference } }
    return !isOptional || report.cells.contains { $0.figures[metric] != nil }
  }

  /// Says that there are intervals where there are any.
  func title(_ report: WorkloadReport) -> String {
    hasInterval && report.cells.contains { $0.figures[metric]?.low != nil }
      ? name + " [95 %]" : name
  }

  func text(_ cell: CellSummary, _ report: WorkloadReport) -> String {
    if isRatio {
      return report.ratioToReference(cell, metric: metric).map(FigureText.threeDigits) ?? ""
    }
    guard let figure = cell.figures[metric] else {
      guard metric == "lost_updates" else { return "" }
      return cell.isCorrect ? cell.voids : cell.failures
    }
    let mark = report.isBest(cell, metric: metric) && metric != "lost_updates" ? "*" : ""
    let median = FigureText.threeDigits(figure.median * factor) + mark
    guard hasInterval, let low = figure.low, let high = figure.high else { return median }
    return median
      + " [\(FigureText.threeDigits(low * factor))–\(FigureText.threeDigits(high * factor))]"
  }
}

/// The result tables for people, one a workload.
enum ReportTable {
  static func text(
    _ reports: [WorkloadReport], rowChanging: [String], _ layout: Layout = .terminal,
    terminal: Terminal = .output
  ) -> String {
    let tables = reports.map { table($0, layout, terminal) }
    let leftOut = tables.flatMap(\.leftOut).distinct
    return zip(reports, tables).map { report, table in
      layout.heading(report.workload.readableKey, terminal) + terminal.emphasised(table.text) + "\n"
        + layout.points(report.sentences, terminal)
    }.joined() + "\n" + legend(reports, rowChanging, leftOut, layout, terminal)
  }

  /// What columns mean that are shown.
  private static func legend(
    _ reports: [WorkloadReport], _ rowChanging: [String], _ leftOut: [String], _ layout: Layout,
    _ terminal: Terminal
  ) -> String {
    let figures = reports.flatMap(\.cells).flatMap { $0.figures.values }
    let medians =
      figures.contains { $0.low != nil }
      ? "Medians over the trials, [95 % interval] from six trials on."
      : figures.contains { $0.count > 1 } ? "Medians over the trials." : nil
    let columns = [
      ("stale %", "stale: share of the time in which the view is out of date."),
      ("busy %", "busy: share in which main delivers and lays out."),
      ("block ms", "block: longest stretch of that."),
      ("hitch", "hitch: lateness of frames at 60 Hz, ms per s."),
      ("÷naive", "÷naive: mean latency over naive's."),
    ].filter { !leftOut.contains($0.0) }.map(\.1)
    let best = terminal.isStyled ? "Bold: best of its column." : "* best of its column."
    let rows =
      rowChanging.isEmpty
      ? nil
      : "A delivery changes one row with \(rowChanging.map(\.readableKey).joined(separator: ", ")); "
        + "it reloads the view with the others."
    let about = ([best, medians].compactMap { $0 } + columns).joined(separator: " ")
    return [about, rows, Layout.room(leftOut, "summary.csv")]
      .compactMap { $0.map { Prose.wrapped($0, width: terminal.textWidth) } }.joined()
  }

  private static func table(
    _ report: WorkloadReport, _ layout: Layout, _ terminal: Terminal
  ) -> (text: String, leftOut: [String]) {
    let columns = ReportColumn.all.filter { $0.isShown(report) }
    let table = Table(
      ["strategy"] + columns.map { $0.title(report) },
      report.cells.map { cell in [cell.title] + columns.map { $0.text(cell, report) } })
    return table.fitted(
      layout, width: layout == .terminal ? terminal.width : Terminal.usual,
      expendable: ReportColumn.leftOutFirst)
  }
}
