import Testing

@testable import BenchReport
@testable import BenchHarness

/// What a strategy was found to do, for tests of recommendations.
struct Figures {
  var latency = 10.0
  var mean: Double?
  var busy = 0.1
  var rate = 20.0
  var cost: Double? = 100
  var outcome = Outcome.ok
  var time = TimeMode.virtual
  /// Whether there are enough updates for a percentile.
  var hasPercentile = true

  func record(_ strategy: String, on workload: String = "uart") -> Trial {
    var record = Trial(
      Trial.ID(Cell(strategy, workload), number: 1, seed: 1, time: time),
      outcome: outcome, detail: "")
    record.values = [
      "latency_max_ms": latency + 1, "latency_mean_ms": mean ?? latency / 2,
      "main_busy_share": busy, "deliveries_per_s": rate, "deliveries": rate / 100, "updates": 1,
    ]
    record.values["latency_p99_ms"] = hasPercentile ? latency : nil
    record.values["cost_ms"] = cost
    record.values["cost_ratio"] = cost.map { $0 / 50 }
    return record
  }
}

extension Recommendation {
  init(
    _ selections: [Selection<StrategyEntry>], _ cells: [CellSummary], goals: [Goal],
    weighing: Weighing = .cost, costs: CostModel = CostModel()
  ) {
    let cases = cells.map(\.workload).distinct.map { workload in
      let own = cells.filter { $0.workload == workload }
      return Case(workload: workload, goals: goals.map { $0.judged(on: own) })
    }
    let all = selections.compactMap { selection -> Candidate? in
      let results = cases.compactMap { one in
        cells.first { $0.workload == one.workload && $0.strategy == selection.key }
          .map { Candidate.Result($0, one.goals) }
      }
      return results.count == cases.count ? Candidate(selection: selection, results: results) : nil
    }
    self.init(all, cases: cases, weighing: weighing, costs: costs)
  }

  /// A recommendation among strategies of the registry, in the order of the list.
  static func among(
    _ found: [(strategy: String, figures: Figures)], goals: [Goal] = [],
    weighing: Weighing = .cost
  ) throws -> Recommendation {
    let selections = try found.map { try Selection.strategy($0.strategy) }
    return Recommendation(selections, cells(found), goals: goals, weighing: weighing)
  }

  /// The same on several workloads.
  static func among(
    _ found: [(strategy: String, figures: [Figures])], on workloads: [String], goals: [Goal] = []
  ) throws -> Recommendation {
    let records = found.flatMap { strategy, figures in
      zip(workloads, figures).map { $1.record(strategy, on: $0) }
    }
    let cells = CellSummary.summaries(
      of: records, strategies: found.map(\.strategy), workloads: workloads)
    let selections = try found.map { try Selection.strategy($0.strategy) }
    return Recommendation(selections, cells, goals: goals)
  }

  static func cells(_ found: [(strategy: String, figures: Figures)]) -> [CellSummary] {
    CellSummary.summaries(
      of: found.map { $0.figures.record($0.strategy) }, strategies: found.map(\.strategy),
      workloads: ["uart"])
  }

  /// The same with what real time found; a strategy that is missing had no trial.
  func confirmed(
    _ found: [(strategy: String, figures: Figures)], window: TrialWindow? = nil,
    virtual: [(strategy: String, figures: Figures)]? = nil
  ) -> Recommendation {
    let real = found.map { strategy, figures in
      var figures = figures
      figures.time = .real
      return (strategy: strategy, figures: figures)
    }
    var confirmed = self
    confirmed.confirmation = Confirmation(
      finalists, on: cases[0], window: window,
      virtual: virtual.map(Self.cells) ?? finalists.map { $0.results[0].cell },
      real: Self.cells(real))
    return confirmed
  }
}
