import BenchHarness
import BenchMath

/// The order of the trials, in blocks with one trial of each cell. Real-time blocks are shuffled, so that strategies
/// see the same drift of the machine. All trials of a workload have the same arrivals. The allocation pass is last.
package struct RunPlan {
  package struct Planned {
    package let id: Trial.ID
    package let strategy: Selection<StrategyEntry>
    package let workload: Selection<Workload>
  }

  package let trials: [Planned]

  package init(_ settings: RunSettings, time: TimeMode) {
    var generator = SeededGenerator(seed: settings.seed)
    func block(_ number: Int, _ pass: TrialPass) -> [Planned] {
      let cells = settings.workloads.flatMap { workload in
        settings.strategies.map { strategy in
          Planned(
            id: Trial.ID(
              Cell(strategy.key, workload.key), number: number, seed: settings.seed,
              time: time, pass: pass),
            strategy: strategy, workload: workload)
        }
      }
      return time == .real ? cells.shuffled(using: &generator) : cells
    }
    let timing = (1...settings.trials).flatMap { block($0, .timing) }
    trials = timing + (settings.countsAllocations ? block(1, .allocations) : [])
  }
}

extension Duration {
  /// A more expensive reload, for a second ranking by simulation. It takes about a frame, so lists stutter.
  package static let dearerReload = Duration.milliseconds(15)
}

/// The default suite: strategies worth comparing, on workloads that tell them apart.
package enum Suite {
  package static let strategies =
    "naive,source-add,throttle,view-queue,main-drain,frame,adaptive,balanced-eager,"
    + "adaptive:by=rows"
  package static let workloads = "complete-all,rapid-service,uart,on-off,multi-view"
  /// The fewest trials for which the median has a confidence interval.
  package static let trials = 6
}

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
    _ isWanted: (Trial.ID) -> Bool = { _ in true }, onAdvance: (Advance) -> Void = { _ in },
    onRecord: (Trial) throws -> Void = { _ in }
  ) throws -> [Trial] {
    let plans = try settings.plans()
    let trials = RunPlan(settings, time: .virtual).trials.filter { isWanted($0.id) }
    var records: [Trial] = []
    // The least costs, by workload and kind of delivery; nil if unknown. Each is computed while its first trial runs.
    var leastCosts: [String: [DeliveryKind: Background<Double?>]] = [:]
    for (done, trial) in trials.enumerated() {
      guard let plan = plans[trial.workload.key] else { continue }
      onAdvance(Advance(trial.id.cell.text, done: done, of: trials.count))
      let (workload, kind) = (trial.workload.key, trial.strategy.delivery)
      let least =
        leastCosts[workload]?[kind] ?? Background { BestPossible(plan, kind)?.leastCost }
      leastCosts[workload, default: [:]][kind] = least
      let record = VirtualTrial.record(
        trial.id, plan: plan, strategy: trial.strategy, hop: settings.hop,
        leastCost: least.value,
        recordsEvents: settings.isRecorded(trial.id, after: records))
      records.append(record)
      try onRecord(record)
    }
    return records
  }
}
