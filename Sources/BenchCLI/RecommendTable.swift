import Advice
import Harness
import Runs
import TextTable

/// Prints a recommendation.
enum RecommendTable {
  /// On stdout, in the format that was asked for.
  static func show(_ recommendation: Recommendation, format: Format) throws {
    switch format {
    case .table: Output.show(text(recommendation))
    case .markdown: Output.show(markdown(recommendation))
    case .csv: Output.show(ResultsTables.recommend(recommendation))
    case .json: try Output.show(json: recommendation)
    }
  }

  /// For a terminal.
  static func text(_ recommendation: Recommendation) -> String {
    "\n\(recommendation.workload)\n\n" + table(recommendation, style: Style.simple) + "\n"
      + (recommendation.sentences + [recommendation.tried, legend])
      .map { Prose.wrapped($0) }.joined(separator: "\n")
  }

  /// For a page or the summary of a CI job.
  static func markdown(_ recommendation: Recommendation) -> String {
    "\n### \(recommendation.workload)\n\n" + table(recommendation, style: Style.pipe) + "\n"
      + (recommendation.sentences + [recommendation.tried, legend]).joined(separator: "\n\n") + "\n"
  }

  private static let legend = """
    Each strategy with its best parameters, in virtual time, by cost: main's time for deliveries and \
    the time that updates wait, at --latency-price. mean, p99, max: latency, ms; a percentile needs enough updates. busy: share of the \
    time in which main delivers and lays out. ÷ optimum: the cost against the best possible schedule \
    of deliveries of the same kind. recommend.csv holds every candidate.
    """

  private static let columns: [(title: String, metric: String, factor: Double)] = [
    ("mean", "latency_mean_ms", 1), ("p99", "latency_p99_ms", 1), ("max", "latency_max_ms", 1),
    ("deliveries/s", "deliveries_per_s", 1), ("busy %", "main_busy_share", 100),
    ("cost ms", "cost_ms", 1), ("÷ optimum", "cost_ratio", 1),
  ]

  /// A column that the workload has no figures for is left out.
  private static func table(
    _ recommendation: Recommendation, style: any TextTableStyle.Type
  ) -> String {
    let ranking = recommendation.ranking
    let columns = columns.filter { column in
      ranking.contains { $0.cell.figures[column.metric] != nil }
    }
    let isMissed = ranking.contains { !$0.isEligible }
    return FieldTable.text(
      titles: ["strategy"] + columns.map(\.title) + (isMissed ? ["misses"] : []),
      rows: ranking.map { candidate in
        [candidate.key]
          + columns.map { column in
            candidate.cell.figures[column.metric].map {
              FigureText.threeDigits($0.median * column.factor)
            } ?? ""
          }
          + (isMissed ? [misses(candidate)] : [])
      }, style: style)
  }

  private static func misses(_ candidate: Candidate) -> String {
    candidate.cell.isCorrect
      ? candidate.missed.map(\.title).joined(separator: ", ") : candidate.cell.failures
  }
}
