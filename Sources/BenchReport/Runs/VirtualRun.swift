import BenchHarness

package struct VirtualRun {
  private let settings: RunSettings

  package init(_ settings: RunSettings) throws {
    let realTimeOnly =
      settings.strategies.filter(\.entry.isRealTimeOnly).map(\.key)
      + settings.workloads.filter(\.entry.isRealTimeOnly).map(\.key)
    guard realTimeOnly.isEmpty else { throw BenchError.realTimeOnly(names: realTimeOnly) }
    self.settings = settings
  }

  /// Runs all trials, or those that `isWanted`.
  package func run(
    _ isWanted: (Trial.ID) -> Bool = { _ in true }, onAdvance: (Advance) -> Void = { _ in },
    onRecord: (Trial) throws -> Void = { _ in }
  ) throws -> [Trial] {
    let plans = try settings.plans()
    let trials = RunPlan(settings, time: .virtual).trials.filter { isWanted($0.id) }
    var records: [Trial] = []
    // By workload and kind of deliveries; nil where none is known.
    var leastCosts: [String: [DeliveryKind: Double?]] = [:]
    for (done, trial) in trials.enumerated() {
      guard let plan = plans[trial.workload.key] else { continue }
      onAdvance(Advance(trial.id.cell.text, done: done, of: trials.count))
      let (workload, kind) = (trial.workload.key, trial.strategy.delivery)
      let least = leastCosts[workload]?[kind] ?? BestPossible(plan, kind)?.leastCost
      leastCosts[workload, default: [:]][kind] = .some(least)
      let record = VirtualTrial.record(
        trial.id, plan: plan, strategy: trial.strategy, hop: settings.hop, leastCost: least,
        recordsEvents: settings.isRecorded(trial.id, after: records))
      records.append(record)
      try onRecord(record)
    }
    return records
  }
}
