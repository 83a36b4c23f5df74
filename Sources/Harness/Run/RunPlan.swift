/// The order in which the trials of a run are made.
///
/// Block by block: a block holds every cell once, shuffled, so that every strategy sees the same
/// drift of the machine. All trials of a run have the seed of the run, so that all strategies see
/// the same arrivals.
struct RunPlan {
  struct Trial {
    let identity: TrialIdentity
    let strategy: Selection<StrategyEntry>
    let workload: Selection<Workload>
  }

  let trials: [Trial]

  /// - Parameter shuffles: false keeps the order of the lists, for runs that nothing can disturb.
  init(_ settings: RunSettings, time: TimeMode, shuffles: Bool) {
    var generator = SeededGenerator(seed: settings.seed)
    trials = (1...settings.trials).flatMap { number in
      let block = settings.workloads.flatMap { workload in
        settings.strategies.map { strategy in
          Trial(
            identity: TrialIdentity(
              strategy: strategy.key, workload: workload.key, trial: number, seed: settings.seed,
              time: time),
            strategy: strategy, workload: workload)
        }
      }
      return shuffles ? block.shuffled(using: &generator) : block
    }
  }
}
