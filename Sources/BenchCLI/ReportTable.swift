import Harness
import Runs

/// A column of the result table: which metric, in which unit, how it is written.
struct ReportColumn {
  let title: String
  private let metric: String
  private let factor: Double
  private let hasInterval: Bool
  private let isRatio: Bool
  private let isOptional: Bool

  static let all: [ReportColumn] = [
    ReportColumn("deliveries", "deliveries"),
    ReportColumn("mean ms [95 %]", "latency_mean_ms", hasInterval: true),
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
  static let leftOutFirst = ["hitch", "block ms", "stale %", "÷naive"]

  private init(
    _ title: String, _ metric: String, factor: Double = 1, hasInterval: Bool = false,
    isRatio: Bool = false, isOptional: Bool = false
  ) {
    self.title = title
    self.metric = metric
    self.factor = factor
    self.hasInterval = hasInterval
    self.isRatio = isRatio
    self.isOptional = isOptional
  }

  /// A column that most workloads have no figures for is left out where it would be empty.
  func isShown(_ report: WorkloadReport) -> Bool {
    !isOptional || report.cells.contains { $0.figures[metric] != nil }
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

/// The result tables for people: one a workload, 100 columns wide.
enum ReportTable {
  static func text(
    _ reports: [WorkloadReport], rowChanging: [String], _ layout: Layout = .terminal
  ) -> String {
    reports.map { report in
      layout.heading(report.workload) + table(report, layout) + "\n"
        + layout.points(report.sentences)
    }.joined() + "\n" + legend(rowChanging)
  }

  private static func legend(_ rowChanging: [String]) -> String {
    """
    * best of its column. Medians over the trials, [95 % interval] from six trials on. stale: share
    of the time in which the view is out of date. busy: share in which main delivers and lays out.
    block: longest stretch of that. hitch: lateness of frames at 60 Hz, ms per s. ÷naive: mean
    latency over naive's.
    """
      + (rowChanging.isEmpty
        ? ""
        : "\nA delivery changes one row with \(rowChanging.joined(separator: ", "));"
          + "\nit reloads the view with the others.")
  }

  /// The columns that fit; those that are left out are in the CSV.
  private static func table(_ report: WorkloadReport, _ layout: Layout) -> String {
    var columns = ReportColumn.all.filter { $0.isShown(report) }
    var text = table(report, columns, layout)
    for title in ReportColumn.leftOutFirst where isTooWide(text) {
      columns.removeAll { $0.title == title }
      text = table(report, columns, layout)
    }
    return text
  }

  private static func isTooWide(_ text: String) -> Bool {
    text.split(separator: "\n").contains { $0.count > Prose.width }
  }

  private static func table(
    _ report: WorkloadReport, _ columns: [ReportColumn], _ layout: Layout
  ) -> String {
    FieldTable.text(
      titles: ["strategy"] + columns.map(\.title),
      rows: report.cells.map { cell in [cell.strategy] + columns.map { $0.text(cell, report) } },
      layout: layout)
  }
}
