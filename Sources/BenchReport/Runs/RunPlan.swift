import BenchHarness
import BenchMath

/// The order of the trials: blocks of every cell once, shuffled, so that all strategies see the
/// same drift of the machine. All trials share a seed, so all strategies see the same arrivals. The
/// allocation pass comes last.
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
