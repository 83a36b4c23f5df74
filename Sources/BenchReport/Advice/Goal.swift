import BenchHarness

package struct Goal: Codable, Sendable, Equatable {
  package let metric: String
  package let title: String
  /// In the metric's unit.
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
    precondition(limit > 0, "A goal allows something.")
    self.metric = metric
    self.limit = limit
    title = [Metric].named(metric)?.title ?? metric
  }

  /// The times between deliveries that meet it or nearly do, in nanoseconds.
  func spacings(delivery: Double) -> [Double] {
    switch metric {
    case "main_busy_share": [delivery / limit]
    case "deliveries_per_s": [1e9 / limit]
    case _ where isOfLatency: [limit * 1e6, limit * 1e6 - delivery, limit * 1e6 - 2 * delivery]
    default: []
    }
  }

  /// Whether its rule keeps the goal on any recording of one view, if no delivery takes longer.
  func isKept(byRuleOf strategy: Selection<StrategyEntry>, delivery: Duration) -> Bool {
    let (entry, values) = (strategy.entry, strategy.values)
    if isOfLatency {
      return entry.latencyBound.map { $0(values, delivery).milliseconds <= limit } ?? false
    }
    guard let spacing = entry.spacing?(values, delivery), spacing > .zero else { return false }
    // Tolerance, because 0.1 is a little over a tenth.
    return spacings(delivery: delivery.milliseconds * 1e6)
      .contains { spacing.milliseconds * 1e6 >= $0 * (1 - 1e-9) }
  }

  var isOfLatency: Bool { metric.hasPrefix("latency_") }

  /// Replaces a percentile that has too few updates by the longest latency, which bounds it.
  func judged(on cells: [CellSummary]) -> Goal {
    isOfLatency ? Goal(LatencyFigure(metric, for: cells).metric, limit: limit) : self
  }

  func text(_ figure: Double) -> String { FigureText.withUnit(figure, metric: metric) }
}

package enum Weighing: String, Codable, Sendable {
  case cost
  case mainBusy
  case latency

  /// A latency limit asks for the least main-thread time, a main-thread limit for the lowest
  /// latency. Cost decides with a price, with both limits, or with neither.
  package init(_ goals: [Goal], hasPrice: Bool) {
    let kinds = Set(goals.map(\.isOfLatency))
    self = hasPrice || kinds.count != 1 ? .cost : kinds == [true] ? .mainBusy : .latency
  }

  /// The quantity to minimize, for messages.
  var measure: String {
    switch self {
    case .cost: "cost"
    case .mainBusy: "main-thread time"
    case .latency: "mean latency"
    }
  }

  func weigh(_ result: Candidate.Result, price: Double) -> Double {
    switch self {
    case .cost: result.cost(price: price, of: price)
    case .mainBusy: result.cell.median("main_busy_share") ?? .infinity
    case .latency: result.cell.median("latency_mean_ms") ?? .infinity
    }
  }
}
