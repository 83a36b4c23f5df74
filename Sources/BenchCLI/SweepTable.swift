import Advice
import Harness
import Runs
import TextTable

/// Prints what a sweep found.
enum SweepTable {
  /// On stdout, in the format that was asked for.
  static func show(_ report: SweepReport, format: Format) throws {
    switch format {
    case .table: Output.show(text(report))
    case .markdown: Output.show(markdown(report))
    case .csv: Output.show(ResultsTables.sweep(report))
    case .json: try Output.show(json: report)
    }
  }

  /// For a terminal.
  static func text(_ report: SweepReport) -> String {
    report.curves.map { curve in
      "\n\(curve.workload)\n\n" + table(curve, of: report, style: Style.simple) + "\n"
        + curve.sentences.map { Prose.wrapped($0, indent: 2) }.joined()
    }.joined() + "\n"
      + (report.sentences + [legend(report)]).map { Prose.wrapped($0) }.joined(separator: "\n")
  }

  /// For a page or the summary of a CI job.
  static func markdown(_ report: SweepReport) -> String {
    report.curves.map { curve in
      "\n### \(curve.workload)\n\n" + table(curve, of: report, style: Style.pipe) + "\n"
        + curve.sentences.map { "- \($0)\n" }.joined()
    }.joined() + "\n" + (report.sentences + [legend(report)]).joined(separator: "\n\n") + "\n"
  }

  private static func legend(_ report: SweepReport) -> String {
    """
    \(report.parameter) of \(report.strategy); * nearest to the best possible. p50, p99, max: \
    latency, ms; a percentile needs enough updates. busy: share of the time in which main delivers \
    and lays out. cost ÷ optimum: main's time and waiting, against the best possible schedule of \
    deliveries of the same kind.
    """
  }

  private static let columns: [(title: String, metric: String, factor: Double)] = [
    ("p50", "latency_p50_ms", 1), ("p99", "latency_p99_ms", 1), ("max", "latency_max_ms", 1),
    ("deliveries", "deliveries", 1), ("busy %", "main_busy_share", 100),
    ("cost ÷ optimum", "cost_ratio", 1),
  ]

  /// A column that the workload has no figures for is left out.
  private static func table(
    _ curve: SweepCurve, of report: SweepReport, style: any TextTableStyle.Type
  ) -> String {
    let columns = columns.filter { column in
      curve.points.contains { $0.cell.figures[column.metric] != nil }
    }
    return FieldTable.text(
      titles: [report.parameter] + columns.map(\.title),
      rows: curve.points.map { point in
        [point.value]
          + columns.map { column in
            let figure = point.cell.figures[column.metric].map {
              FigureText.threeDigits($0.median * column.factor)
            }
            let isBest = column.metric == "cost_ratio" && curve.isBest(point)
            return (figure ?? "") + (isBest ? "*" : "")
          }
      }, style: style)
  }
}
