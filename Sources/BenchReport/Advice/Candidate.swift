import BenchHarness

package struct Candidate: Encodable, Sendable {
  package struct Result: Encodable, Sendable {
    package let cell: CellSummary
    package let missed: [Goal]
    let goals: [Goal]
    let isCorrect: Bool

    private enum CodingKeys: CodingKey { case cell, missed }

    init(_ cell: CellSummary, _ goals: [Goal]) {
      (self.cell, self.goals, isCorrect) = (cell, goals, cell.isCorrect)
      missed = goals.filter { cell.median($0.metric) ?? .infinity > $0.limit }
    }

    func excess(of goal: Int) -> Double {
      cell.median(goals[goal].metric).map { $0 / goals[goal].limit } ?? .infinity
    }

    /// Main-thread time for deliveries + price × waiting, in ms, of a trial at the price `own`.
    /// Unlike the cost ratio it compares deliveries of different kinds.
    func cost(price: Double, of own: Double) -> Double {
      guard let share = cell.median("main_busy_share"), let deliveries = cell.median("deliveries"),
        let rate = cell.median("deliveries_per_s"), rate > 0,
        let mean = cell.median("latency_mean_ms"), let updates = cell.median("updates")
      else { return .infinity }
      let busy = share * deliveries / rate * 1e3
      // Free deliveries and frames of a screen are charged for the latency that was seen.
      let charged = own > 0 ? cell.median("cost_ms").map { ($0 - busy) / own } : nil
      return busy + price * (charged ?? mean * updates)
    }
  }

  /// On the workload that decides.
  struct Standing {
    let goal: Goal
    let figure: Double?
    let workload: String
    var excess: Double { figure.map { $0 / goal.limit } ?? .infinity }
  }

  package let selection: Selection<StrategyEntry>
  package internal(set) var results: [Result]
  var share = 1.0
  /// Whether its rule alone keeps the goals, on any recording.
  var isBound = false

  private enum CodingKeys: CodingKey { case results }

  package var key: String { selection.key }

  package var entry: StrategyEntry { selection.entry }

  package var isEligible: Bool {
    isCorrect && results.count - metCount <= Deciding.exceptions(results.count, share: share)
  }

  var metCount: Int { results.count(where: \.missed.isEmpty) }

  /// As an app writes it, with imports; nil if the registry does not say.
  package var swift: String? {
    entry.swift.map { line in
      (entry.modules.map { "import \($0)  // product \($0)" } + [line(selection.values)]).joined(
        separator: "\n")
    }
  }

  var isReloading: Bool { entry.delivery == .reload }

  var isCorrect: Bool { results.allSatisfy(\.isCorrect) }

  package var misses: String {
    results.flatMap { $0.isCorrect ? $0.missed.map(\.title) : [$0.cell.failures] }
      .distinct.joined(separator: ", ")
  }

  /// The mean over the workloads; nil if one has no figure.
  func figure(_ metric: String) -> Double? {
    let figures = results.compactMap { $0.cell.median(metric) }
    guard !figures.isEmpty, figures.count == results.count else { return nil }
    return figures.reduce(0, +) / Double(figures.count)
  }

  /// As in "throttle with interval 33 ms", without parameters that are off.
  var description: String {
    let parameters = entry.parameters
      .filter { selection.values.text(of: $0) != Duration.zero.text }
      .map { "\($0.name) \(selection.values.words(of: $0))" }
    return entry.name + (parameters.isEmpty ? "" : " with " + parameters.joined(separator: ", "))
  }

  func on(_ workloads: [Int]) -> Candidate {
    var candidate = self
    candidate.results = workloads.map { results[$0] }
    return candidate
  }

  func standing(_ goal: Int) -> Standing? {
    guard goal < results.first?.goals.count ?? 0,
      let place = Deciding.place(in: results.map { $0.excess(of: goal) }, share: share)
    else { return nil }
    let (own, cell) = (results[place].goals[goal], results[place].cell)
    return Standing(goal: own, figure: cell.median(own.metric), workload: cell.workload)
  }

  func excess(of goal: Int) -> Double { standing(goal)?.excess ?? .infinity }

  /// The ratio of the worst goal to its limit, without goal `number`.
  func excess(but number: Int? = nil) -> Double {
    guard isCorrect else { return .infinity }
    let excesses = results.map { result in
      result.goals.indices.reduce(0.0) { $1 == number ? $0 : max($0, result.excess(of: $1)) }
    }
    return Deciding.place(in: excesses, share: share).map { excesses[$0] } ?? 0
  }
}

/// Picks the deciding workload: the worst, ignoring the allowed number of exceptions.
enum Deciding {
  static func exceptions(_ count: Int, share: Double) -> Int {
    // 1 − 0.9 is a little under 0.1.
    Int((Double(count) * (1 - share) + 1e-9).rounded(.down))
  }

  /// The first of equals; nil for no values.
  static func place(in values: [Double], share: Double) -> Int? {
    let exceptions = exceptions(values.count, share: share)
    guard exceptions > 0 else { return values.indices.max { values[$0] < values[$1] } }
    return values.indices.sorted { (-values[$0], $0) < (-values[$1], $1) }[exceptions]
  }
}
