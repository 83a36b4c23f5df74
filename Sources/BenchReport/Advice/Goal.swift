import BenchHarness

/// Something that a strategy must not exceed.
package struct Goal: Codable, Sendable, Equatable {
  package let metric: String
  /// The figure's name for people, as in "latency p99".
  package let title: String
  /// The most that is allowed, in the metric's unit.
  package let limit: Double

  /// The metric of latency of that name, as in "latency_p99_ms", at most `duration`, over 0.
  package static func latency(_ metric: String, atMost duration: Duration) -> Goal {
    Goal(metric, limit: duration.milliseconds)
  }

  /// The main thread busy with deliveries for at most `share` of the time, over 0 and up to 1.
  package static func mainBusy(atMost share: Double) -> Goal {
    Goal("main_busy_share", limit: share)
  }

  /// At most `rate` deliveries a second, over 0, on average over the trial.
  package static func deliveries(atMost rate: Double) -> Goal {
    Goal("deliveries_per_s", limit: rate)
  }

  init(_ metric: String, limit: Double) {
    precondition(limit > 0, "A goal allows something.")
    self.metric = metric
    self.limit = limit
    title = [Metric].named(metric)?.title ?? metric
  }

  /// The times between deliveries that keep to it, or nearly, where one takes `delivery`; all in nanoseconds.
  func spacings(delivery: Double) -> [Double] {
    switch metric {
    case "main_busy_share": [delivery / limit]
    case "deliveries_per_s": [1e9 / limit]
    case _ where isOfLatency: [limit * 1e6, limit * 1e6 - delivery, limit * 1e6 - 2 * delivery]
    default: []
    }
  }

  /// Whether the rule of `strategy` alone keeps it on any recording of one view, as long as a delivery takes
  /// no more than `delivery`.
  func isKept(byRuleOf strategy: Selection<StrategyEntry>, delivery: Duration) -> Bool {
    let (entry, values) = (strategy.entry, strategy.values)
    if isOfLatency {
      return entry.latencyBound.map { $0(values, delivery).milliseconds <= limit } ?? false
    }
    guard let spacing = entry.spacing?(values, delivery), spacing > .zero else { return false }
    // In nanoseconds, which all of these are given in: a share of 0.1 is a little over a tenth.
    return spacings(delivery: delivery.milliseconds * 1e6)
      .contains { spacing.milliseconds * 1e6 >= $0 * (1 - 1e-9) }
  }

  var isOfLatency: Bool { metric.hasPrefix("latency_") }

  /// A goal for a percentile of latency that `cells` have too few updates for becomes one for the
  /// longest latency, which no percentile exceeds.
  func judged(on cells: [CellSummary]) -> Goal {
    isOfLatency ? Goal(LatencyFigure(metric, for: cells).metric, limit: limit) : self
  }

  /// A figure of the goal's metric with its unit.
  func text(_ figure: Double) -> String { FigureText.withUnit(figure, metric: metric) }
}

/// What decides among the candidates that meet the goals.
package enum Weighing: String, Codable, Sendable {
  /// Main-thread time and waiting, at a price.
  case cost
  /// Main-thread time alone.
  case mainBusy
  /// The mean latency alone.
  case latency

  /// What decides under these goals. A limit on latency asks for the strategy that takes the least
  /// main-thread time, and a limit on main-thread time for the soonest. Cost decides where a price was
  /// given, where both are limited, and where nothing is.
  package init(_ goals: [Goal], hasPrice: Bool) {
    let kinds = Set(goals.map(\.isOfLatency))
    self = hasPrice || kinds.count != 1 ? .cost : kinds == [true] ? .mainBusy : .latency
  }

  /// What is to be little, in words.
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
