import BenchHarness

/// A latency percentile, or the longest latency if there are too few updates for it. No percentile
/// exceeds the longest, so a goal that the longest meets is met.
struct LatencyFigure {
  let metric: String
  let title: String

  init(_ wanted: String = "latency_p99_ms", for cells: [CellSummary]) {
    let isThere = cells.allSatisfy { !$0.isCorrect || $0.figures[wanted] != nil }
    let name = isThere ? wanted : "latency_max_ms"
    metric = name
    title = [Metric].named(name)?.title ?? name
  }

  /// As in "p99".
  var shortTitle: String { String(title.drop { $0 != " " }.dropFirst()) }

  var tradeOff: [(metric: String, title: String)] {
    [
      ("latency_mean_ms", "mean latency"), (metric, shortTitle), ("main_busy_share", "main busy"),
    ]
  }
}
