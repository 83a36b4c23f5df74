package struct TrialJob: ChildJob {
  package static let name = "trial"

  package var id: Trial.ID
  package var options: RunOptions
  package var tracePath: String?
  package var work: ReloadWork
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
    let workload = try Selection.one(id.workload, from: registry.workloads)
    let trace = try tracePath.map(Trace.init(path:))
    var plan = try workload.entry.plan(
      values: workload.values, costs: options.costs, seed: id.seed, trace: trace)
    plan.isOnScreen = options.view != nil
    let trial = try RealTimeTrial(
      plan: plan, strategy: try Selection.one(id.strategy, from: registry.strategies),
      toolkit: options.view.map { try Selection.one($0, from: registry.toolkits) },
      work: work, pin: options.pin)
    try answer(trial.run(id, recordsEvents: recordsEvents))
  }
}
