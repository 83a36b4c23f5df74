import Strategies

/// Runs one trial in virtual time.
enum VirtualTrial {
  /// Runs `strategy` on `plan`. Exact, and the same on every machine. `hop` is what waking an idle
  /// main or queue costs.
  static func play(
    plan: TrialPlan, strategy: Selection<StrategyEntry>, hop: Duration
  ) -> (stage: TrialStage, log: TrialLog) {
    let scheduler = VirtualScheduler(hop: hop)
    let stage = TrialStage(
      plan: plan, strategy: strategy, scheduler: scheduler,
      spend: { scheduler.spend(nanoseconds: $0) })
    scheduler.turnDidEnd = { stage.endTurn() }
    schedule(stage, on: scheduler)
    scheduler.run()
    scheduler.turnDidEnd = nil
    scheduler.setArrivals([]) { _ in }
    return (stage, stage.log(endNanoseconds: max(stage.now(), plan.duration.wholeNanoseconds)))
  }

  private static func schedule(_ stage: TrialStage, on scheduler: VirtualScheduler) {
    let updates = stage.plan.updates
    let submits = stage.strategies.map(\.submit)
    var published = [Int](repeating: 0, count: stage.plan.producers.count)
    func submit(_ index: Int) {
      let producer = Int(updates.producer[index])
      stage.actual[index] = stage.now()
      published[producer] += 1
      stage.publish(published[producer], producer: producer)
      submits[Int(updates.view[index])](updates.change(index))
    }
    let isMain = stage.plan.producers.map { $0 == .main }
    var threaded: [Int] = []
    for (producer, indices) in stage.updatesByProducer.enumerated() where isMain[producer] {
      for burst in bursts(indices, updates) {
        scheduler.onMain(atNanoseconds: updates.intendedNanoseconds[burst[burst.startIndex]]) {
          stage.beginWork()
          burst.forEach(submit)
        }
      }
    }
    threaded = (0..<updates.count).filter { !isMain[Int(updates.producer[$0])] }
    scheduler.setArrivals(threaded.map { updates.intendedNanoseconds[$0] }) {
      submit(threaded[$0])
    }
  }

  /// Splits a producer's updates where the intended time changes.
  static func bursts(_ indices: [Int], _ updates: PlannedUpdates) -> [ArraySlice<Int>] {
    indices.chunked { updates.intendedNanoseconds[$0] == updates.intendedNanoseconds[$1] }
  }
}
