/// One strategy with its parameters, and what it did.
public struct Candidate: Encodable, Sendable {
  /// The strategy with its parameters.
  public let selection: Selection<StrategyEntry>
  /// What it did.
  public let cell: CellSummary
  /// The goals that it misses, in their order.
  public let missed: [Goal]

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
  public var key: String { selection.key }

  /// Whether it showed every update and meets every goal.
  public var isEligible: Bool { cell.isCorrect && missed.isEmpty }

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
