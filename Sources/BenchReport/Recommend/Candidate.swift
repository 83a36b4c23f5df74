import BenchHarness

package struct Candidate: Sendable {
  package struct Result: Encodable, Sendable {
    package let cell: CellSummary
    package let missed: [Goal]
    let goals: [Goal]
    let isCorrect: Bool

    private enum CodingKeys: CodingKey { case cell, missed }

    init(_ cell: CellSummary, _ goals: [Goal]) {
      (self.cell, isCorrect) = (cell, cell.isCorrect)
      let judged = goals.map { $0.judged(on: [cell]) }
      // If no goal was replaced, keeps `goals`, so that thousands of results share one array.
      self.goals = judged == goals ? goals : judged
      missed = judged.filter { !$0.isMet(by: cell) }
    }

    /// The largest ratio of a figure to its goal's limit.
    var excess: Double { goals.reduce(0) { max($0, $1.ratio(of: cell)) } }

    /// Main-thread time + price × waiting, in ms; infinite if unknown. Unlike a cost ratio, comparable between kinds.
    func cost(price: Double) -> Double {
      guard let share = cell.median(.mainBusyShare), let deliveries = cell.median(.deliveries),
        let rate = cell.median(.deliveryRate), rate > 0,
        let mean = cell.median(.latencyMean), let updates = cell.median(.updates)
      else { return .infinity }
      // Free deliveries have no `cost_ms`, but waiting for them still costs something.
      return cell.median(.cost) ?? share * deliveries / rate * 1e3 + price * mean * updates
    }
  }

  package let selection: Selection<StrategyEntry>
  package private(set) var results: [Result]
  private let question: Question
  /// Whether the strategy's rule guarantees the goals on any recording.
  let isBound: Bool
  /// How long a lone update waits, in ms.
  package var loneLatency = 0.0

  package init(
    _ selection: Selection<StrategyEntry>, _ cells: [CellSummary], _ question: Question,
    isBound: Bool = false
  ) {
    self.selection = selection
    results = cells.map { Result($0, question.goals) }
    self.question = question
    self.isBound = isBound
  }

  package var key: String { selection.key }
  package var entry: StrategyEntry { selection.entry }
  var group: DeliveryGroup { selection.delivery.group ?? .reloads }

  /// Whether all parameters but the kind of delivery have their defaults.
  var isPlain: Bool { selection.given.keys.allSatisfy { $0 == "by" } }

  package var isEligible: Bool {
    isCorrect && results.count - metCount <= question.exceptions(results.count)
  }

  var metCount: Int { results.count(where: \.missed.isEmpty) }

  /// The Swift code for an app, with imports; nil if the strategy's registry entry has no code.
  package var swift: String? {
    entry.swift.map { line in
      let imports = entry.modules.map { "import \($0)  // product \($0)" }
      let code = line(selection.values).of(question.update).text
      return (imports + [code]).joined(separator: "\n")
    }
  }

  var isCorrect: Bool { results.allSatisfy(\.isCorrect) }

  /// The figure over all workloads: the sum of deliveries, the worst of a figure that users notice, else the mean. Nil
  /// if a workload lacks it; workloads without motion have no pictures.
  package func figure(_ metric: Metric) -> Double? {
    let figures = results.compactMap { $0.cell.median(metric) }
    guard !figures.isEmpty else { return nil }
    if metric == .picturesPerSecond { return figures.min() }
    guard figures.count == results.count else { return nil }
    switch metric {
    case .latencyMax, .latencyP95, .lateShare, .hitchRatio, .mainBusyPeakShare:
      return figures.max()
    case .deliveries: return figures.reduce(0, +)
    default: return figures.reduce(0, +) / Double(figures.count)
    }
  }

  package func on(_ workloads: [Int]) -> Candidate {
    var candidate = self
    candidate.results = workloads.map { results[$0] }
    return candidate
  }

  /// The largest ratio of a figure to its goal's limit on the deciding workload; infinite if a trial failed.
  package func excess() -> Double {
    guard isCorrect else { return .infinity }
    let excesses = results.map(\.excess)
    return question.decidingPlace(in: excesses).map { excesses[$0] } ?? 0
  }

  /// Whether this candidate is noticeably worse in any of `metrics`, on more workloads than the exceptions allow.
  func isWorse(than other: Candidate, by metrics: [Metric]) -> Bool {
    let count = zip(results, other.results).count { own, other in
      metrics.contains {
        Noticeable.isBetter(other.cell.median($0), than: own.cell.median($0), $0)
      }
    }
    return count > question.exceptions(results.count)
  }

  /// Those of `metrics` in which this candidate is noticeably better than `other`.
  func gains(over other: Candidate, by metrics: [Metric]) -> [Metric] {
    metrics.filter { Noticeable.isBetter(figure($0), than: other.figure($0), $0) }
  }
}

extension Candidate: Encodable {
  package func encode(to encoder: any Encoder) throws {
    try encoder.encode([
      "strategy": key, "delivery": group, "swift": swift, "meetsGoals": isEligible,
      "results": results,
    ])
  }
}
