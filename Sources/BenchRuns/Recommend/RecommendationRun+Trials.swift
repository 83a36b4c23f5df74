import BenchHarness
import BenchReport
import Coalesce
import Dispatch

/// Tries candidates in virtual time, and measures only the figures that the decision needs.
extension RecommendationRun {
  func candidates(
    _ selections: [Selection<StrategyEntry>], on parts: [SessionPlan]
  ) -> [Candidate] {
    zip(selections, cells(selections, parts)).map { selection, cells in
      let isBound = delivery.map { delivery in
        question.goals.allSatisfy { $0.isKept(byRuleOf: selection, delivery: delivery) }
      }
      return Candidate(selection, cells, question, isBound: isBound ?? false)
    }
  }

  /// What was recorded of the present strategy or, on parts without recorded deliveries, what it would do there.
  func recorded(_ now: Selection<StrategyEntry>, on parts: [SessionPlan]) -> Candidate {
    let cells = parts.map { part in
      part.recorded.map { CellSummary(exact: $0(id(now, part), metrics)) } ?? cell(now, on: part)
    }
    return Candidate(now, cells, question)
  }

  private func id(_ selection: Selection<StrategyEntry>, _ part: SessionPlan) -> Trial.ID {
    Trial.ID(Cell(selection.key, part.workload), number: 1, seed: 1, time: .virtual)
  }

  /// Runs strategies of this package on all cores, and others on this thread, because those may need the main thread.
  private func cells(
    _ selections: [Selection<StrategyEntry>], _ parts: [SessionPlan]
  ) -> [[CellSummary]] {
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
    var plan = part.make()
    plan.tracksRows =
      plan.tracksRows
      && (plan.ordersRows || plan.costs.contentNanoseconds > 0 || selection.delivery != .reload)
    return CellSummary(
      exact: VirtualTrial.record(
        id(selection, part), plan: plan, strategy: selection, hop: settings.hop, only: metrics))
  }
}
