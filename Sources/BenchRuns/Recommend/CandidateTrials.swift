import BenchHarness
import Coalesce
import Dispatch

struct SessionPlan: Sendable {
  let workload: String
  let times: [UInt64]
  /// Makes a recording's plan anew at each call, because keeping thousands of plans would double the memory use.
  let make: @Sendable () -> TrialPlan

  var plan: TrialPlan { make() }
  var updateCount: Int { times.count }

  func deliveryRate(spacing: UInt64) -> Double {
    var (count, due) = (0.0, 0 as UInt64)
    for time in times where time >= due {
      count += 1
      due = time + spacing
    }
    return count / max(1e-3, Double(times.last ?? 0) / 1e9)
  }

  func thinned(to count: Int) -> SessionPlan {
    guard updateCount > count else { return self }
    let plan = plan.thinned(to: count)
    return SessionPlan(workload: workload, times: plan.updates.intendedNanoseconds) { plan }
  }
}

/// Tries candidates in virtual time, and measures only the figures that the decision needs. Runs strategies of this
/// package on all cores, and others on the calling thread, because those may need the main thread.
struct CandidateTrials {
  private let parts: [SessionPlan]
  private let question: Question
  private let hop: Duration
  /// The duration of the longest delivery, for computing guarantees; nil if no rule can guarantee the goals.
  private let delivery: Duration?
  private let metrics: [Metric]

  init(_ parts: [SessionPlan], _ question: Question, hop: Duration, delivery: Duration?) {
    (self.parts, self.question, self.hop, self.delivery) = (parts, question, hop, delivery)
    metrics = Self.metrics(of: question.goals)
  }

  static func metrics(of goals: [Goal]) -> [Metric] {
    let names = Set(goals.map(\.metric)).union([
      "updates", "deliveries", "deliveries_per_s", "latency_mean_ms", "latency_p99_ms",
      "latency_max_ms", "main_busy_share", "cost_ms",
    ])
    return [Metric].standard.filter { names.contains($0.name) }
  }

  func candidates(_ selections: [Selection<StrategyEntry>]) -> [Candidate] {
    zip(selections, cells(selections)).map { selection, cells in
      let isBound = delivery.map { delivery in
        question.goals.allSatisfy { $0.isKept(byRuleOf: selection, delivery: delivery) }
      }
      return Candidate(
        selection: selection, results: cells.map { Candidate.Result($0, question.goals) },
        share: question.share, isBound: isBound ?? false)
    }
  }

  private func cells(_ selections: [Selection<StrategyEntry>]) -> [[CellSummary]] {
    let jobs = selections.indices.flatMap { own in parts.indices.map { (own, $0) } }
    let cells = Locked([CellSummary?](repeating: nil, count: jobs.count))
    @Sendable func run(_ job: Int) {
      let cell = self.cell(selections[jobs[job].0], on: parts[jobs[job].1])
      cells.withLock { $0[job] = cell }
    }
    let ours = jobs.indices.filter { selections[jobs[$0].0].entry.isOfThisPackage }
    DispatchQueue.concurrentPerform(iterations: ours.count) { run(ours[$0]) }
    jobs.indices.filter { !selections[jobs[$0].0].entry.isOfThisPackage }.forEach(run)
    let all = cells.withLock { $0.compactMap { $0 } }
    return selections.indices.map { Array(all[$0 * parts.count..<($0 + 1) * parts.count]) }
  }

  private func cell(_ selection: Selection<StrategyEntry>, on part: SessionPlan) -> CellSummary {
    // Tracking rows takes a quarter of the time; reloads need it only if rows are ordered or their contents cost time.
    var plan = part.plan
    plan.tracksRows =
      plan.tracksRows
      && (plan.ordersRows || plan.costs.contentNanoseconds > 0 || selection.delivery != .reload)
    let id = Trial.ID(Cell(selection.key, part.workload), number: 1, seed: 1, time: .virtual)
    return CellSummary(
      exact: VirtualTrial.record(id, plan: plan, strategy: selection, hop: hop, only: metrics))
  }

  /// The latency of a lone update, in ms; 0 if it is never shown.
  static func loneLatency(
    of selection: Selection<StrategyEntry>, costs: CostModel, hop: Duration
  ) -> Double {
    var updates = PlannedUpdates()
    updates.append(atNanoseconds: 0, row: 0)
    let plan = Trace(updates).plan(costs: costs)
    let metrics = [Metric].standard.filter { $0.name == "latency_max_ms" }
    let id = Trial.ID(Cell(selection.key, "lone"), number: 1, seed: 1, time: .virtual)
    let trial = VirtualTrial.record(id, plan: plan, strategy: selection, hop: hop, only: metrics)
    return trial.values["latency_max_ms"] ?? 0
  }
}
