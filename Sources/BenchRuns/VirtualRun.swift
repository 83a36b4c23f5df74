import BenchHarness
import BenchReport

package struct VirtualRun {
  private let settings: RunSettings
  /// The plans of the first trials; later ones have other seeds.
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
    var (settings, plans) = (settings, plans)
    // The least costs, by workload and kind of delivery; nil if unknown. Each is computed while its first trial runs.
    var leastCosts: [String: Background<Double?>] = [:]
    for (done, trial) in trials.enumerated() {
      if trial.id.seed != settings.seed {
        settings.seed = trial.id.seed
        plans = try settings.plans()
        leastCosts = [:]
      }
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
  package init(simulating settings: RunSettings) throws {
    var settings = settings
    settings.recordsEvents = false
    settings.countsAllocations = false
    let run = try VirtualRun(settings)
    self.init(try run.run(), settings, run.plans, isBusy: false)
  }

  /// If strategies are ranked, simulates `settings` with other costs and says which conclusions still hold there: with a
  /// reload that takes about a frame with its layout, so that lists stutter, and on a screen with frames of its own.
  package mutating func compareWithOthers(_ settings: RunSettings) throws {
    guard rankings.contains(where: \.compares) else { return }
    var dearer = settings
    dearer.costs.reloadNanoseconds = 15_000_000 - min(settings.costs.layoutNanoseconds, 15_000_000)
    var gtk = settings
    gtk.costs = CostPreset.gtk.costs
    gtk.costs.latencyPrice = settings.costs.latencyPrice
    gtk.hop = CostPreset.gtk.hop
    compare(with: try RunReport(simulating: dearer), "at 15 ms", "With reloads of 15 ms")
    compare(with: try RunReport(simulating: gtk), "on GTK", "On a list of GTK")
  }
}
