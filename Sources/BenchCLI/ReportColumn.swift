import BenchHarness
import BenchReport

struct ReportColumn {
  let title: String
  let metric: String
  var factor = 1.0
  var hasInterval = false
  var isRatio = false
  var isOptional = false

  static let all: [ReportColumn] = [
    ReportColumn(title: "deliveries", metric: "deliveries"),
    ReportColumn(title: "mean ms", metric: "latency_mean_ms", hasInterval: true),
    ReportColumn(title: "÷naive", metric: "latency_mean_ms", isRatio: true),
    ReportColumn(title: "max ms", metric: "latency_max_ms"),
    ReportColumn(title: "stale %", metric: "stale_share", factor: 100),
    ReportColumn(title: "busy %", metric: "main_busy_share", factor: 100),
    ReportColumn(title: "block ms", metric: "longest_block_ms"),
    ReportColumn(title: "hitch", metric: "hitch_ratio_ms_per_s"),
    ReportColumn(title: "submit ns", metric: "submit_cost_ns", isOptional: true),
    ReportColumn(title: "lost", metric: "lost_updates"),
  ]

  static let leftOutFirst = ["hitch", "block ms", "stale %", "÷naive", "deliveries", "max ms"]

  /// An explanation of shares over 100 %; nil if no column has such a share.
  static func excess(_ columns: [ReportColumn], in cells: [CellSummary]) -> String? {
    let isOver = columns.contains { column in
      column.factor == 100 && cells.contains { $0.median(column.metric) ?? 0 > 1 }
    }
    return isOver
      ? "Shares can exceed 100 %: they are relative to the workload's length, but include work and "
        + "waiting after its end." : nil
  }

  func isShown(_ report: WorkloadReport) -> Bool {
    if isRatio { return report.cells.contains { $0.strategy == WorkloadReport.reference } }
    return !isOptional || report.cells.contains { $0.figures[metric] != nil }
  }

  func title(_ report: WorkloadReport) -> String {
    hasInterval && report.cells.contains { $0.figures[metric]?.low != nil }
      ? title + " [95 %]" : title
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
