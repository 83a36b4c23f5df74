import BenchHarness
import BenchReport

struct ReportColumn {
  let title: String
  let metric: Metric
  var factor = 1.0
  var hasInterval = false
  var isRatio = false
  var isOptional = false
  /// For the legend.
  var meaning: String?

  static let all: [ReportColumn] = [
    ReportColumn(title: "deliveries", metric: .deliveries),
    ReportColumn(title: "mean ms", metric: .latencyMean, hasInterval: true),
    ReportColumn(
      title: "÷naive", metric: .latencyMean, isRatio: true,
      meaning: "÷naive: mean latency ÷ that of naive."),
    ReportColumn(title: "max ms", metric: .latencyMax),
    ReportColumn(
      title: "stale %", metric: .staleShare, factor: 100,
      meaning: "stale: share of the time that the view is out of date."),
    ReportColumn(
      title: "busy %", metric: .mainBusyShare, factor: 100,
      meaning: "busy: share of the time that the main thread delivers or lays out."),
    ReportColumn(
      title: "block ms", metric: .longestBlock, meaning: "block: longest uninterrupted busy period."
    ),
    ReportColumn(
      title: "hitch", metric: .hitchRatio,
      meaning: "hitch: how late frames are at 60 Hz, in ms per s."),
    ReportColumn(title: "submit ns", metric: .submitCost, isOptional: true),
    ReportColumn(title: "lost", metric: .lostUpdates),
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
    return !isOptional || report.cells.contains { $0.median(metric) != nil }
  }

  func title(_ report: WorkloadReport) -> String {
    hasInterval && report.cells.contains { $0.figures[metric.name]?.low != nil }
      ? title + " [95 %]" : title
  }

  func text(_ cell: CellSummary, _ report: WorkloadReport) -> String {
    if isRatio {
      return report.ratioToReference(cell, metric: metric).map(FigureText.threeDigits) ?? ""
    }
    guard let figure = cell.figures[metric.name] else {
      guard metric == .lostUpdates else { return "" }
      return cell.isCorrect ? cell.voids : cell.failures
    }
    let mark = report.isBest(cell, metric: metric) && metric != .lostUpdates ? "*" : ""
    let median = FigureText.threeDigits(figure.median * factor) + mark
    guard hasInterval, let low = figure.low, let high = figure.high else { return median }
    return median
      + " [\(FigureText.threeDigits(low * factor))–\(FigureText.threeDigits(high * factor))]"
  }
}
