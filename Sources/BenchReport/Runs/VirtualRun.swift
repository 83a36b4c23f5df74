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

  package func run(
    onAdvance: (Advance) -> Void = { _ in }, onRecord: (Trial) throws -> Void = { _ in }
  ) throws -> [Trial] {
    let plans = try settings.plans()
    let trials = RunPlan(settings, time: .virtual).trials
    var records: [Trial] = []
    for (done, trial) in trials.enumerated() {
      guard let plan = plans[trial.workload.key] else { continue }
      onAdvance(Advance(trial.id.cell.text, done: done, of: trials.count))
      let record = VirtualTrial.record(
        trial.id, plan: plan, strategy: trial.strategy, hop: settings.hop,
        recordsEvents: settings.isRecorded(trial.id, after: records)
      ).record
      records.append(record)
      try onRecord(record)
    }
    return records
  }
}
