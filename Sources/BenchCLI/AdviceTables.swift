import Advice
import Harness
import Runs

/// Prints a recommendation.
enum RecommendTable {
  /// On stdout, in the format that was asked for.
  static func show(_ recommendation: Recommendation, format: Format) throws {
    switch format {
    case .table: Output.show(text(recommendation, .terminal))
    case .markdown: Output.show(text(recommendation, .markdown))
    case .csv: Output.show(ResultsTables.recommend(recommendation))
    case .json: try Output.show(json: recommendation)
    }
  }

  private static func text(_ recommendation: Recommendation, _ layout: Layout) -> String {
    layout.heading(recommendation.workload) + table(recommendation, layout) + "\n"
      + layout.paragraphs(recommendation.sentences + [recommendation.tried, legend])
  }

  private static let legend = """
    Each strategy with its best parameters, in virtual time, by cost: main's time for deliveries and \
    the time that updates wait, at --latency-price. mean, p99, max: latency, ms; a percentile needs enough updates. busy: share of the \
    time in which main delivers and lays out. ÷ optimum: the cost against the best possible schedule \
    of deliveries of the same kind. recommend.csv holds every candidate.
    """

  private static let columns = [
    FigureColumn("mean", "latency_mean_ms"), FigureColumn("p99", "latency_p99_ms"),
    FigureColumn("max", "latency_max_ms"), FigureColumn("deliveries/s", "deliveries_per_s"),
    FigureColumn("busy %", "main_busy_share", factor: 100), FigureColumn("cost ms", "cost_ms"),
    FigureColumn("÷ optimum", "cost_ratio"),
  ]

  private static func table(_ recommendation: Recommendation, _ layout: Layout) -> String {
    let ranking = recommendation.ranking
    let columns = columns.filter { $0.isThere(in: ranking.map(\.cell)) }
    let isMissed = ranking.contains { !$0.isEligible }
    return FieldTable.text(
      titles: ["strategy"] + columns.map(\.title) + (isMissed ? ["misses"] : []),
      rows: ranking.map { candidate in
        [candidate.key] + columns.map { $0.text(candidate.cell) }
          + (isMissed ? [misses(candidate)] : [])
      }, layout: layout)
  }

  private static func misses(_ candidate: Candidate) -> String {
    candidate.cell.isCorrect
      ? candidate.missed.map(\.title).joined(separator: ", ") : candidate.cell.failures
  }
}

/// Prints what a sweep found.
enum SweepTable {
  /// On stdout, in the format that was asked for.
  static func show(_ report: SweepReport, format: Format) throws {
    switch format {
    case .table: Output.show(text(report, .terminal))
    case .markdown: Output.show(text(report, .markdown))
    case .csv: Output.show(ResultsTables.sweep(report))
    case .json: try Output.show(json: report)
    }
  }

  private static func text(_ report: SweepReport, _ layout: Layout) -> String {
    report.curves.map { curve in
      layout.heading(curve.workload) + table(curve, of: report, layout) + "\n"
        + layout.points(curve.sentences)
    }.joined() + "\n" + layout.paragraphs(report.sentences + [legend(report)])
  }

  private static func legend(_ report: SweepReport) -> String {
    """
    \(report.parameter) of \(report.strategy); * nearest to the best possible. p50, p99, max: \
    latency, ms; a percentile needs enough updates. busy: share of the time in which main delivers \
    and lays out. cost ÷ optimum: main's time and waiting, against the best possible schedule of \
    deliveries of the same kind.
    """
  }

  private static let columns = [
    FigureColumn("p50", "latency_p50_ms"), FigureColumn("p99", "latency_p99_ms"),
    FigureColumn("max", "latency_max_ms"), FigureColumn("deliveries", "deliveries"),
    FigureColumn("busy %", "main_busy_share", factor: 100),
    FigureColumn("cost ÷ optimum", "cost_ratio"),
  ]

  private static func table(
    _ curve: SweepCurve, of report: SweepReport, _ layout: Layout
  ) -> String {
    let columns = columns.filter { $0.isThere(in: curve.points.map(\.cell)) }
    return FieldTable.text(
      titles: [report.parameter] + columns.map(\.title),
      rows: curve.points.map { point in
        [point.value]
          + columns.map { column in
            let isBest = column.metric == "cost_ratio" && curve.isBest(point)
            return column.text(point.cell) + (isBest ? "*" : "")
          }
      }, layout: layout)
  }
}

/// A column of figures: the median of which metric, times what.
private struct FigureColumn {
  let title: String
  let metric: String
  private let factor: Double

  init(_ title: String, _ metric: String, factor: Double = 1) {
    self.title = title
    self.metric = metric
    self.factor = factor
  }

  /// A column that the workload has no figures for is left out.
  func isThere(in cells: [CellSummary]) -> Bool { cells.contains { $0.figures[metric] != nil } }

  func text(_ cell: CellSummary) -> String {
    cell.figures[metric].map { FigureText.threeDigits($0.median * factor) } ?? ""
  }
}
