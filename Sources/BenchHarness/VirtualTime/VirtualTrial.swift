import BenchMath
import Coalesce
import CoalesceTesting

package enum VirtualTrial {
  /// Extra time to finish after the plan's own patience: longer than any sensible interval, yet quick to simulate.
  private static let patienceNanoseconds: UInt64 = 3_600_000_000_000

  /// How many times a trial is played, each from another phase of the display's frames, if deliveries depend on these.
  private static let phases = 6
  /// Trials with more updates are played once, to save time; streams of that length meet every phase.
  private static let mostUpdatesOfPhases = 100_000

  /// `leastCost`, the best schedule's cost in nanoseconds, is evaluated once the trial has been played. `metrics`, if
  /// given, must not include lateness or evenness. If deliveries depend on where frames begin, each figure is the mean over
  /// several phases, or the largest if it is the longest of something; the events are those of the first.
  package static func record(
    _ trial: Trial.ID, plan: TrialPlan, strategy: Selection<StrategyEntry>, hop: Duration,
    leastCost: @autoclosure () -> Double? = nil, recordsEvents: Bool = false,
    only metrics: [Metric]? = nil
  ) -> Trial {
    let knowsFrames = plan.costs.screen != nil || strategy.entry.knowsFrames
    let count = knowsFrames && plan.updates.count <= mostUpdatesOfPhases ? phases : 1
    var plays: [(stage: TrialStage, analysis: TrialAnalysis, isOver: Bool)] = []
    var least: Double?
    for number in 1...count {
      let play = play(plan: plan, strategy: strategy, hop: hop, number: number)
      if number == 1 { least = leastCost() }
      let analysis = TrialAnalysis(play.log, leastCost: least, isBrief: metrics != nil)
      plays.append((play.stage, analysis, play.isOver))
    }
    var latencies = count == 1 ? nil : plays.flatMap(\.analysis.latencies)
    latencies?.radixSort()
    let trials = plays.enumerated().map { number, play in
      var analysis = play.analysis
      if let latencies { analysis.pooledLatencies = latencies }
      var record = Trial(
        trial, analysis: analysis, stage: play.stage,
        recordsEvents: recordsEvents && number == 0, only: metrics)
      if !play.isOver, !record.outcome.isFailure {
        let pending = play.stage.pendingCount
        record.outcome = pending > 0 ? .lost : .leftRunning
        record.detail =
          pending > 0
          ? "updates still pending over an hour after the planned end: \(pending)"
          : "all updates were shown, but work continued over an hour after the planned end"
      }
      return record
    }
    return Trial(averaging: trials)
  }

  /// Simulates `plan` identically on every machine. A wake-up costs `hop`. `isOver` tells whether all activity ended.
  /// The trial's `number` decides at which phase of the assumed frames, and of a screen's own, it begins.
  static func play(
    plan: TrialPlan, strategy: Selection<StrategyEntry>, hop: Duration, number: Int = 1
  ) -> (stage: TrialStage, log: TrialLog, isOver: Bool) {
    let scheduler = VirtualScheduler(hop: hop, phaseNanoseconds: FramePhase.nanoseconds(number))
    let stage = TrialStage(
      plan: plan, strategy: strategy, scheduler: scheduler,
      spend: { scheduler.spend(nanoseconds: $0) }
    ) { request, observer in
      if let screen = plan.costs.screen {
        return VirtualScreen(
          screen, costs: plan.costs, phase: FramePhase.ofScreen(number), scheduler: scheduler,
          observer: observer
        ).makeViews(request)
      }
      return (0..<request.views).map { _ in
        HeadlessListView(request, costs: plan.costs) { scheduler.spend(nanoseconds: $0) }
      }
    }
    scheduler.turnDidEnd = { stage.endTurn() }
    stage.start(atNanoseconds: scheduler.startNanoseconds)
    stage.play { scheduler.onMain(atNanoseconds: $0, $1) }
    scheduleThreads(stage, on: scheduler)
    let isOver = scheduler.run(
      untilNanoseconds: plan.duration.wholeNanoseconds + plan.patienceNanoseconds
        + patienceNanoseconds)
    scheduler.turnDidEnd = nil
    scheduler.setArrivals([]) { _ in }
    // As in real time, a last timer that caused nothing does not prolong the trial.
    let end = max(stage.log.turns.last?.end ?? 0, plan.duration.wholeNanoseconds)
    stage.endLog(atNanoseconds: end, wakeUps: scheduler.mainWakeUps)
    return (stage, stage.log, isOver)
  }

  private static func scheduleThreads(_ stage: TrialStage, on scheduler: VirtualScheduler) {
    let updates = stage.plan.updates
    let isThread = stage.plan.producers.map { $0 == .thread }
    let threaded =
      isThread.allSatisfy(\.self)
      ? nil : (0..<updates.count).filter { isThread[Int(updates.producer[$0])] }
    let times = threaded?.map { updates.intendedNanoseconds[$0] } ?? updates.intendedNanoseconds
    scheduler.setArrivals(times) {
      let index = threaded?[$0] ?? $0
      if !stage.actual.isEmpty { stage.actual[index] = stage.now() }
      stage.publish(by: Int(updates.producer[index]))
      stage.submit(index)
    }
  }
}

extension Trial {
  /// The trials' mean values or, of what is the longest of something, their largest. The first that failed says how it ended.
  fileprivate init(averaging trials: [Trial]) {
    self = trials.first { $0.outcome != .ok } ?? trials[0]
    guard trials.count > 1 else { return }
    events = trials[0].events
    for name in trials[0].values.keys {
      let all = trials.compactMap { $0.values[name] }
      let isWorst = Metric(rawValue: name)?.isOfWorstMoment == true
      values[name] = isWorst ? all.max() : all.reduce(0, +) / Double(all.count)
    }
  }
}
