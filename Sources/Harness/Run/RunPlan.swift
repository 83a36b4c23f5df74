/// The order in which the trials of a run are made.
///
/// Block by block: a block holds every cell once, shuffled, so that every strategy sees the same
/// drift of the machine. All trials of a run have the seed of the run, so that all strategies see
/// the same arrivals. The allocation pass, if there is one, is a block of its own at the end.
struct RunPlan {
  struct Trial {
    let identity: TrialIdentity
    let strategy: Selection<StrategyEntry>
    let workload: Selection<Workload>
  }

  let trials: [Trial]

  init(_ settings: RunSettings, time: TimeMode) {
    var generator = SeededGenerator(seed: settings.seed)
    func block(_ number: Int, _ pass: TrialPass) -> [Trial] {
      let workloads = settings.shard?.part(of: settings.workloads) ?? settings.workloads
      let cells = workloads.flatMap { workload in
        settings.strategies.map { strategy in
          Trial(
            identity: TrialIdentity(
              strategy: strategy.key, workload: workload.key, trial: number, seed: settings.seed,
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
