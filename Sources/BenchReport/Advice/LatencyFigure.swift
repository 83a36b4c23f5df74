import BenchHarness

/// The figure of latency that cells are judged by: a percentile, or the longest latency where they
/// have too few updates for it. No percentile exceeds the longest, so a goal that it meets is met.
struct LatencyFigure {
  let metric: String
  /// The figure's name for people, as in "latency p99".
  let title: String

  /// - Parameters:
  ///   - wanted: the name of a metric of latency.
  ///   - cells: what has to have it.
  init(_ wanted: String = "latency_p99_ms", for cells: [CellSummary]) {
    let isThere = cells.allSatisfy { !$0.isCorrect || $0.figures[wanted] != nil }
    let name = isThere ? wanted : "latency_max_ms"
    metric = name
    title = [Metric].named(name)?.title ?? name
  }

  /// The same without the word, as in "p99".
  var shortTitle: String { String(title.drop { $0 != " " }.dropFirst()) }

  /// What people weigh against each other, with names for them.
  var tradeOff: [(metric: String, title: String)] {
    [
      ("latency_mean_ms", "mean latency"), (metric, shortTitle), ("main_busy_share", "main busy"),
    ]
  }
}
