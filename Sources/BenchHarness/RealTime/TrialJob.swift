import Foundation

package struct TrialJob: ChildJob {
  package static let name = "trial"

  package var id: Trial.ID
  package var options: RunOptions
  /// The file of the trace's ``Trace/data``; nil without one.
  package var tracePath: String?
  package var work: ReloadWork
  /// Whether this trial is the one of its cell of which events are recorded.
  package var recordsEvents = false

  package init(
    _ id: Trial.ID, _ options: RunOptions, tracePath: String? = nil, work: ReloadWork,
    recordsEvents: Bool = false
  ) {
    self.id = id
    self.options = options
    self.tracePath = tracePath
    self.work = work
    self.recordsEvents = recordsEvents
  }

  package func run(
    _ registry: Registry, answer: @escaping @Sendable (Trial) throws -> Void
  ) throws {
    let strategy = try Selection.one(id.cell.strategy, from: registry.strategies)
    let workload = try Selection.one(id.cell.workload, from: registry.workloads)
    let trace = try tracePath.map(Trace.init(path:))
    var plan = try workload.entry.plan(
      values: workload.values, costs: options.costs, seed: id.seed, trace: trace
    ).cut(to: options.window)
    plan.isOnScreen = options.view != nil
    let ending = try RealTimeTrial(
      plan: plan, strategy: strategy,
      toolkit: options.view.map { try Selection.one($0, from: registry.toolkits) },
      work: work, pin: options.pin
    ).run()
    try answer(trial(ending, strategy.entry))
  }

  private func trial(_ ending: RealTimeTrial.Ending, _ strategy: StrategyEntry) -> Trial {
    var trial = Trial(
      id, analysis: TrialAnalysis(ending.log), counters: ending.counters, stage: ending.stage,
      expectsDeliveries: strategy.delivery != .none, recordsEvents: recordsEvents)
    if let givenUp = ending.givenUp {
      trial.detail = [trial.detail, givenUp].filter { !$0.isEmpty }.joined(separator: "; ")
      if !trial.outcome.isFailure { trial.outcome = .lost }
    } else if ending.isStillWorking, !trial.outcome.isFailure {
      trial.outcome = .leftRunning
      trial.detail = "a thread was still working after everything had been delivered"
    }
    return trial
  }
}
