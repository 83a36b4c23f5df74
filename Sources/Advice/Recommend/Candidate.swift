import Harness
import Runs

/// One strategy with its parameters, and what it did.
package struct Candidate: Encodable, Sendable {
  /// The strategy with its parameters.
  package let selection: Selection<StrategyEntry>
  /// What it did.
  package let cell: CellSummary
  /// The goals that it misses, in their order.
  package let missed: [Goal]

  private enum CodingKeys: CodingKey { case cell, missed }

  init(_ selection: Selection<StrategyEntry>, _ cell: CellSummary, goals: [Goal]) {
    self.selection = selection
    self.cell = cell
    missed = goals.filter { goal in
      guard let figure = cell.figures[goal.metric]?.median else { return true }
      return figure > goal.limit
    }
  }

  /// The key in results.
  package var key: String { selection.key }

  /// Whether it showed every update and meets every goal.
  package var isEligible: Bool { cell.isCorrect && missed.isEmpty }

  func figure(_ metric: String) -> Double? { cell.figures[metric]?.median }

  /// What candidates are ranked by: main's time for deliveries + price × waiting. It is the same
  /// measure for all of them, where a cost ratio is against the best of a candidate's own kind.
  /// Where deliveries cost nothing, there is none, and waiting alone decides.
  var cost: Double { figure("cost_ms") ?? figure("latency_mean_ms") ?? .infinity }

  /// Main's time for one delivery, on average, in ms; nil where there was none.
  var deliveryMilliseconds: Double? {
    guard let busy = figure("main_busy_share"), let rate = figure("deliveries_per_s"), rate > 0
    else { return nil }
    return busy / rate * 1e3
  }

  /// The strategy with every parameter that it has, as in "throttle with interval=33ms", but for
  /// those that are off, as a cost that is not known but learnt.
  var description: String {
    let parameters = selection.entry.parameters
      .map { (name: $0.name, text: selection.values.text(of: $0)) }
      .filter { $0.text != Duration.zero.text }.map { "\($0.name)=\($0.text)" }
    return selection.entry.name
      + (parameters.isEmpty ? "" : " with " + parameters.joined(separator: ", "))
  }

  /// By how much it exceeds the worst of `goals`: the figure ÷ the limit; under 1 for none.
  func worstExcess(of goals: [Goal]) -> Double {
    guard cell.isCorrect else { return .infinity }
    return goals.map { goal in figure(goal.metric).map(goal.excess) ?? .infinity }.max() ?? 0
  }
}

/// Something that a strategy must not exceed.
package struct Goal: Encodable, Sendable, Equatable {
  /// The metric's name.
  package let metric: String
  /// The figure's name for people, as in "latency p99".
  package let title: String
  /// The most that is allowed, in the metric's unit.
  package let limit: Double

  /// The metric of latency of that name, as in "latency_p99_ms", at most `duration`, over 0.
  package static func latency(_ metric: String, atMost duration: Duration) -> Goal {
    Goal(metric, limit: duration.milliseconds)
  }

  /// Main busy with deliveries for at most `share` of the time, over 0 and up to 1.
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

  /// A goal for a percentile of latency that `cells` have too few updates for becomes one for the
  /// longest latency, which no percentile exceeds.
  func judged(on cells: [CellSummary]) -> Goal {
    guard metric.hasPrefix("latency_") else { return self }
    return Goal(LatencyFigure(metric, for: cells).metric, limit: limit)
  }

  /// How many times the limit `figure` is; over 1 misses the goal.
  func excess(_ figure: Double) -> Double { figure / limit }

  /// A figure of the goal's metric with its unit.
  func text(_ figure: Double) -> String { FigureText.withUnit(figure, metric: metric) }
}
