import BenchHarness

package struct Goal: Codable, Sendable, Equatable {
  package let metric: String
  package let title: String
  /// The highest allowed figure, in the metric's unit.
  package let limit: Double

  package static func latency(_ metric: String, atMost duration: Duration) -> Goal {
    Goal(metric, limit: duration.milliseconds)
  }

  package static func mainBusy(atMost share: Double) -> Goal {
    Goal("main_busy_share", limit: share)
  }

  package static func deliveries(atMost rate: Double) -> Goal {
    Goal("deliveries_per_s", limit: rate)
  }

  init(_ metric: String, limit: Double) {
    precondition(limit > 0, "The limit of a goal must be more than 0.")
    (self.metric, self.limit) = (metric, limit)
    title = [Metric].named(metric)?.title ?? metric
  }

  func isMet(by cell: CellSummary) -> Bool { cell.median(metric) ?? .infinity <= limit }

  /// The figure ÷ the limit; infinite if the figure is missing.
  func ratio(of cell: CellSummary) -> Double { (cell.median(metric) ?? .infinity) / limit }

  /// Roughly the time between deliveries, in nanoseconds, that just meets the goal.
  func spacing(delivery: Double) -> Double {
    switch metric {
    case "main_busy_share": delivery / limit
    case "deliveries_per_s": 1e9 / limit
    default: limit * 1e6
    }
  }

  /// Whether the strategy's rule guarantees the goal on any recording of one view, if no delivery exceeds `delivery`
  /// and the main thread has no other work. Only latency can be guaranteed: one delivery can fill a short recording.
  func isKept(byRuleOf strategy: Selection<StrategyEntry>, delivery: Duration) -> Bool {
    guard isOfLatency, let bound = strategy.entry.latencyBound else { return false }
    return bound(strategy.values, delivery).milliseconds <= limit
  }

  var isOfLatency: Bool { metric.hasPrefix("latency_") }

  /// This goal or, if `cells` have too few updates for its percentile, the same limit for the longest latency.
  func judged(on cells: [CellSummary]) -> Goal {
    let isThere = cells.allSatisfy { !$0.isCorrect || $0.figures[metric] != nil }
    return isThere || !isOfLatency ? self : Goal("latency_max_ms", limit: limit)
  }

  func text(_ figure: Double) -> String { FigureText.withUnit(figure, metric: metric) }
}

package enum Weighing: String, Codable, Sendable {
  case cost
  case mainBusy
  case latency

  /// Weighs cost if a price is set, or goals are mixed or absent; main-thread time for latency goals; else latency.
  package init(_ goals: [Goal], hasPrice: Bool) {
    let kinds = Set(goals.map(\.isOfLatency))
    self = hasPrice || kinds.count != 1 ? .cost : kinds == [true] ? .mainBusy : .latency
  }

  /// The quantity to minimize, for messages.
  var measure: String { terms.measure }
  /// The metrics that decide whether two candidates are about equal.
  var metrics: [String] { terms.metrics }

  private var terms: (measure: String, metrics: [String]) {
    switch self {
    case .cost: ("cost", LeastDifference.metrics)
    case .mainBusy: ("main-thread time", ["main_busy_share"])
    case .latency: ("mean latency", ["latency_mean_ms", "latency_max_ms"])
    }
  }

  func weigh(_ result: Candidate.Result, price: Double) -> Double {
    self == .cost ? result.cost(price: price) : result.cell.median(metrics[0]) ?? .infinity
  }
}

/// A difference matters if it is over 5 %, and at least 0.5 percentage points of main-thread time or 20 ms of latency.
package enum LeastDifference {
  static let ratio = 1.05
  static let metrics = ["main_busy_share", "latency_mean_ms", "latency_max_ms"]

  package static func isLess(_ one: Double?, than other: Double?, _ metric: String) -> Bool {
    guard let one, let other else { return false }
    let least = metric == "main_busy_share" ? 0.005 : milliseconds
    // Allows for rounding: 0.025 − 0.02 is a little under 0.005.
    return other - one >= least * (1 - 1e-9) && other > one * ratio
  }

  static let milliseconds = 20.0
}
