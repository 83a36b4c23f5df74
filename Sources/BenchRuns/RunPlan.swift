import BenchHarness
import BenchMath
import BenchReport

/// The order of the trials, in blocks with one trial of each cell. Real-time blocks are shuffled, so that strategies
/// see the same drift of the machine. All trials of a workload have the same arrivals in real time; in virtual time,
/// where they would be equal, each block has the next seed. The allocation pass is last.
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
              Cell(strategy.key, workload.key), number: number,
              seed: time == .real ? settings.seed : settings.seed &+ UInt64(number - 1),
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

extension RunSettings {
  /// Whether to record events: if the options ask for them, in a cell's first usable trial of the timing pass.
  func shouldRecordEvents(of trial: Trial.ID, after records: [Trial]) -> Bool {
    self.recordsEvents && trial.pass == .timing
      && !records.contains { $0.events != nil && $0.outcome != .void && $0.cell == trial.cell }
  }
}
