import BenchHarness
import Coalesce
import Dispatch

/// Tries candidates in virtual time, for the deciding figures only.
///
/// Strategies of this package use all cores. Others run on the calling thread: they may expect the
/// main thread.
struct CandidateTrials {
  private(set) var parts: [SessionPlan]
  private let goals: [Goal]
  private let hop: Duration
  private let metrics: [Metric]
  /// The longest delivery; nil if rules of strategies say nothing about the goals.
  private let delivery: Duration?
  private let share: Double

  init(
    _ parts: [SessionPlan], goals: [Goal], share: Double, hop: Duration, delivery: Duration?
  ) {
    (self.parts, self.goals, self.share, self.hop) = (parts, goals, share, hop)
    self.delivery = delivery
    metrics = Self.metrics(of: goals)
  }

  static func metrics(of goals: [Goal]) -> [Metric] {
    let names = Set(goals.map(\.metric)).union([
      "updates", "deliveries", "deliveries_per_s", "latency_mean_ms", "latency_p99_ms",
      "latency_max_ms", "main_busy_share", "cost_ms",
    ])
    return [Metric].standard.filter { names.contains($0.name) }
  }

  mutating func candidates(_ selections: [Selection<StrategyEntry>]) -> [Candidate] {
    let cells = self.cells(selections)
    for number in parts.indices where parts[number].goals == nil {
      let own = cells.map { $0[number] }
      parts[number].goals = goals.map { $0.judged(on: own) }
    }
    return zip(selections, cells).map { selection, cells in
      var candidate = Candidate(
        selection: selection,
        results: zip(parts, cells).map { Candidate.Result($1, $0.goals ?? goals) }, share: share)
      candidate.isBound =
        delivery.map { delivery in
          goals.allSatisfy { $0.isKept(byRuleOf: selection, delivery: delivery) }
        } ?? false
      return candidate
    }
  }

  /// By selection and part.
  private func cells(_ selections: [Selection<StrategyEntry>]) -> [[CellSummary]] {
    let cells = Locked([CellSummary?](repeating: nil, count: selections.count * parts.count))
    @Sendable func run(_ job: Int) {
      let cell = self.cell(selections[job / parts.count], on: parts[job % parts.count])
      cells.withLock { $0[job] = cell }
    }
    let isOurs = selections.map(\.entry.isOfThisPackage)
    let jobs = 0..<selections.count * parts.count
    let ours = jobs.filter { isOurs[$0 / parts.count] }
    DispatchQueue.concurrentPerform(iterations: ours.count) { run(ours[$0]) }
    jobs.filter { !isOurs[$0 / parts.count] }.forEach(run)
    let all = cells.withLock { $0.compactMap { $0 } }
    return selections.indices.map { Array(all[$0 * parts.count..<($0 + 1) * parts.count]) }
  }

  private func cell(_ selection: Selection<StrategyEntry>, on part: SessionPlan) -> CellSummary {
    // Tracking which row shows what takes a quarter of the time, and decides nothing for reloads.
    var plan = part.plan
    plan.tracksRows =
      plan.tracksRows
      && (plan.ordersRows || plan.costs.contentNanoseconds > 0 || selection.delivery != .reload)
    let id = Trial.ID(Cell(selection.key, part.workload), number: 1, seed: 1, time: .virtual)
    return CellSummary(
      exact: VirtualTrial.record(
        id, plan: plan, strategy: selection, hop: hop, only: metrics))
  }

  /// The latency of an update that comes alone, in ms; 0 if the view shows none.
  static func loneLatency(
    of selection: Selection<StrategyEntry>, costs: CostModel, hop: Duration
  ) -> Double {
    var updates = PlannedUpdates()
    updates.append(atNanoseconds: 0, row: 0)
    let plan = Trace(updates).plan(costs: costs)
    let id = Trial.ID(Cell(selection.key, "lone"), number: 1, seed: 1, time: .virtual)
    let metrics = [Metric].standard.filter { $0.name == "latency_max_ms" }
    return VirtualTrial.record(id, plan: plan, strategy: selection, hop: hop, only: metrics)
      .values["latency_max_ms"] ?? 0
  }
}
