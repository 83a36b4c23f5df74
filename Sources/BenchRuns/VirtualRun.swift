import BenchHarness
import BenchReport

package struct VirtualRun {
  private let settings: RunSettings
  package let plans: [String: TrialPlan]

  /// Makes the plans. Throws if a strategy or workload needs real time, or if a workload is bad.
  package init(_ settings: RunSettings) throws {
    try settings.checkVirtual()
    self.settings = settings
    plans = try settings.plans()
  }

  package func run(
    _ isWanted: (Trial.ID) -> Bool = { _ in true }, onAdvance: (Advance) -> Void = { _ in },
    onRecord: (Trial) throws -> Void = { _ in }
  ) throws -> [Trial] {
    let trials = RunPlan(settings, time: .virtual).trials.filter { isWanted($0.id) }
    var records: [Trial] = []
    // The least costs, by workload and kind of delivery; nil if unknown. Each is computed while its first trial runs.
    var leastCosts: [String: Background<Double?>] = [:]
    for (done, trial) in trials.enumerated() {
      guard let plan = plans[trial.workload.key] else { continue }
      onAdvance(Advance(trial.id.cell.text, done: done, of: trials.count))
      let kind = trial.strategy.delivery
      let key = "\(trial.workload.key) \(kind)"
      let least = leastCosts[key] ?? Background { BestPossible(plan, kind)?.leastCost }
      leastCosts[key] = least
      let record = VirtualTrial.record(
        trial.id, plan: plan, strategy: trial.strategy, hop: settings.hop,
        leastCost: least.value,
        recordsEvents: settings.shouldRecordEvents(of: trial.id, after: records))
      records.append(record)
      try onRecord(record)
    }
    return records
  }
}

extension RunReport {
  /// A more expensive reload, for a second ranking by simulation. It takes about a frame, so lists stutter.
  package static let dearerReload = Duration.milliseconds(15)

  package init(simulating settings: RunSettings) throws {
    var settings = settings
    settings.recordsEvents = false
    let run = try VirtualRun(settings)
    self.init(try run.run(), settings, run.plans, isBusy: false)
  }

  /// If strategies are ranked, simulates `settings` with a more expensive reload and says which conclusions still hold.
  package mutating func compareWithDearer(_ settings: RunSettings) throws {
    guard rankings.contains(where: { $0.standings.count > 1 }) else { return }
    var dearer = settings
    dearer.costs.reloadNanoseconds = Self.dearerReload.wholeNanoseconds
    compare(with: try RunReport(simulating: dearer), reload: Self.dearerReload.words)
  }
}
