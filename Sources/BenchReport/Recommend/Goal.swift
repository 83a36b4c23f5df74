import BenchHarness

package struct Goal: Codable, Sendable, Equatable {
  package let metric: Metric
  package let title: String
  /// The highest allowed figure, in the metric's unit.
  package let limit: Double

  package static func latency(_ metric: Metric, atMost duration: Duration) -> Goal {
    Goal(metric, limit: duration.milliseconds)
  }

  package static func mainBusy(atMost share: Double) -> Goal {
    Goal(.mainBusyPeakShare, limit: share)
  }

  /// The metrics that an answer to `goals` needs.
  package static func metrics(of goals: [Goal]) -> [Metric] {
    let wanted = Set(goals.map(\.metric)).union([
      .updates, .deliveries, .deliveryRate, .latencyMean, .latencyP95, .latencyP99, .latencyMax,
      .leastLatencyMax, .lateShare, .hitchRatio, .picturesPerSecond, .possiblePicturesPerSecond,
      .mainBusyShare, .mainBusyPeakShare, .mainBusyActiveShare, .cost,
    ])
    return [Metric].standard.filter(wanted.contains)
  }

  package static func deliveries(atMost rate: Double) -> Goal {
    Goal(.deliveryRate, limit: rate)
  }

  init(_ metric: Metric, limit: Double) {
    precondition(limit > 0, "The limit of a goal must be more than 0.")
    (self.metric, self.limit) = (metric, limit)
    title = metric.title
  }

  func isMet(by cell: CellSummary) -> Bool { cell.median(metric) ?? .infinity <= limit }

  /// The figure ÷ the limit; infinite if the figure is missing.
  func ratio(of cell: CellSummary) -> Double { (cell.median(metric) ?? .infinity) / limit }

  /// Roughly the time between deliveries, in nanoseconds, that just meets the goal.
  package func spacing(delivery: Double) -> Double {
    switch metric {
    case .mainBusyPeakShare: delivery / limit
    case .deliveryRate: 1e9 / limit
    default: limit * 1e6
    }
  }

  /// The limit as a duration, if it is one of latency, in nanoseconds.
  package var latencyNanoseconds: Double? { isOfLatency ? limit * 1e6 : nil }

  /// Whether the strategy's rule guarantees the goal on any recording of one view, if no delivery exceeds `delivery`
  /// and the main thread has no other work. Only latency can be guaranteed: one delivery can fill a short recording.
  package func isKept(byRuleOf strategy: Selection<StrategyEntry>, delivery: Duration) -> Bool {
    guard isOfLatency, let bound = strategy.entry.latencyBound else { return false }
    return bound(strategy.values, delivery).milliseconds <= limit
  }

  var isOfLatency: Bool { metric.isLatency }

  /// This goal or, if `cells` have too few updates for its percentile, the same limit for the longest latency.
  func judged(on cells: [CellSummary]) -> Goal {
    let isThere = cells.allSatisfy { !$0.isCorrect || $0.median(metric) != nil }
    return isThere || !isOfLatency ? self : Goal(.latencyMax, limit: limit)
  }

  func text(_ figure: Double) -> String { FigureText.withUnit(figure, metric) }
}
