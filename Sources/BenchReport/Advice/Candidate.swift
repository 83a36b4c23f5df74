import BenchHarness

/// One strategy with its parameters, and what it did.
package struct Candidate: Encodable, Sendable {
  package struct Result: Encodable, Sendable {
    package let cell: CellSummary
    /// The goals that it misses, in their order.
    package let missed: [Goal]
    /// All goals, as they are judged there.
    let goals: [Goal]

    private enum CodingKeys: CodingKey { case cell, missed }

    init(_ cell: CellSummary, _ goals: [Goal]) {
      (self.cell, self.goals) = (cell, goals)
      missed = goals.filter { cell.median($0.metric) ?? .infinity > $0.limit }
    }

    /// Main-thread time for deliveries + price × waiting, in ms, of a trial whose own price was `own`. It
    /// is the same measure for all, where a cost ratio is against the best of a candidate's own kind.
    func cost(price: Double, of own: Double) -> Double {
      guard let share = cell.median("main_busy_share"), let deliveries = cell.median("deliveries"),
        let rate = cell.median("deliveries_per_s"), rate > 0,
        let mean = cell.median("latency_mean_ms"), let updates = cell.median("updates")
      else { return .infinity }
      let busy = share * deliveries / rate * 1e3
      // Where deliveries cost nothing, or a screen has frames, latencies are charged as they were seen.
      let charged = own > 0 ? cell.median("cost_ms").map { ($0 - busy) / own } : nil
      return busy + price * (charged ?? mean * updates)
    }
  }

  /// How it stands to a goal on the workload where it comes off worst.
  struct Standing {
    let goal: Goal
    let figure: Double?
    let workload: String
    var excess: Double { figure.map { $0 / goal.limit } ?? .infinity }
  }

  package let selection: Selection<StrategyEntry>
  package internal(set) var results: [Result]
  /// Whether its rule alone keeps the goals, on any recording.
  var isBound = false

  private enum CodingKeys: CodingKey { case results }

  package var key: String { selection.key }

  package var entry: StrategyEntry { selection.entry }

  /// Whether it showed every update, and meets every goal, everywhere.
  package var isEligible: Bool { isCorrect && results.allSatisfy(\.missed.isEmpty) }

  /// How an app writes it, with what it imports; nil where the registry does not say.
  package var swift: String? {
    entry.swift.map { line in
      (entry.modules.map { "import \($0)  // product \($0)" } + [line(selection.values)]).joined(
        separator: "\n")
    }
  }

  /// Whether its deliveries ask nothing of the app but to reload the view.
  var isReloading: Bool { entry.delivery == .reload }

  var isCorrect: Bool { results.allSatisfy(\.cell.isCorrect) }

  /// What it misses anywhere, or how it failed; empty for neither.
  package var misses: String {
    results.flatMap { $0.cell.isCorrect ? $0.missed.map(\.title) : [$0.cell.failures] }
      .distinct.joined(separator: ", ")
  }

  /// The figure, on average over the workloads; nil where it is missing on one.
  func figure(_ metric: String) -> Double? {
    let figures = results.compactMap { $0.cell.median(metric) }
    guard !figures.isEmpty, figures.count == results.count else { return nil }
    return figures.reduce(0, +) / Double(figures.count)
  }

  /// The strategy with every parameter that it has, as in "throttle with interval 33 ms", but for
  /// those that are off, such as a cost that is learnt instead of given.
  var description: String {
    let parameters = entry.parameters
      .filter { selection.values.text(of: $0) != Duration.zero.text }
      .map { "\($0.name) \(selection.values.words(of: $0))" }
    return entry.name + (parameters.isEmpty ? "" : " with " + parameters.joined(separator: ", "))
  }

  /// The same on those of its workloads alone, by their numbers.
  func on(_ workloads: [Int]) -> Candidate {
    var candidate = self
    candidate.results = workloads.map { results[$0] }
    return candidate
  }

  /// How it stands to the goal of that number.
  func standing(_ goal: Int) -> Standing? {
    results.filter { goal < $0.goals.count }.map {
      let own = $0.goals[goal]
      return Standing(goal: own, figure: $0.cell.median(own.metric), workload: $0.cell.workload)
    }.max { $0.excess < $1.excess }
  }

  /// How many times its limit the figure of that goal is where it is worst.
  func excess(of goal: Int) -> Double { standing(goal)?.excess ?? .infinity }

  /// The same of the worst goal, but for the one of that number; 1 or less where it meets them.
  func excess(but number: Int? = nil) -> Double {
    guard isCorrect else { return .infinity }
    return (results.first?.goals.indices ?? 0..<0).filter { $0 != number }.map(excess).max() ?? 0
  }
}
