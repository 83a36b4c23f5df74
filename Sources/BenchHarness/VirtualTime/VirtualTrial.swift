import Coalesce
import CoalesceTesting

package enum VirtualTrial {
  /// Extra time to finish after the plan's own patience: longer than any sensible interval, yet quick to simulate.
  private static let patienceNanoseconds: UInt64 = 3_600_000_000_000

  /// `leastCost`, the best schedule's cost in nanoseconds, is evaluated once the trial has been played. `metrics`, if
  /// given, must not include lateness or order.
  package static func record(
    _ trial: Trial.ID, plan: TrialPlan, strategy: Selection<StrategyEntry>, hop: Duration,
    leastCost: @autoclosure () -> Double? = nil, recordsEvents: Bool = false,
    only metrics: [Metric]? = nil
  ) -> Trial {
    let (stage, log, isOver) = play(plan: plan, strategy: strategy, hop: hop)
    var record = Trial(
      trial, analysis: TrialAnalysis(log, leastCost: leastCost(), isBrief: metrics != nil),
      stage: stage, expectsDeliveries: strategy.delivery != .none, recordsEvents: recordsEvents,
      only: metrics)
    if !isOver, !record.outcome.isFailure {
      let pending = stage.pendingCount
      record.outcome = pending > 0 ? .lost : .leftRunning
      record.detail =
        pending > 0
        ? "updates still pending over an hour after the planned end: \(pending)"
        : "all updates were shown, but work continued over an hour after the planned end"
    }
    return record
  }

  /// Simulates `plan` identically on every machine. A wake-up costs `hop`. `isOver` tells whether all activity ended.
  static func play(
    plan: TrialPlan, strategy: Selection<StrategyEntry>, hop: Duration
  ) -> (stage: TrialStage, log: TrialLog, isOver: Bool) {
    let scheduler = VirtualScheduler(hop: hop)
    let stage = TrialStage(
      plan: plan, strategy: strategy, scheduler: scheduler,
      spend: { scheduler.spend(nanoseconds: $0) }
    ) { request, observer in
      if let screen = plan.costs.screen {
        return VirtualScreen(screen, costs: plan.costs, scheduler: scheduler, observer: observer)
          .makeViews(request)
      }
      return (0..<request.views).map { _ in
        HeadlessListView(request, costs: plan.costs, readsAtLayout: !plan.readsAtDelivery) {
          scheduler.spend(nanoseconds: $0)
        }
      }
    }
    scheduler.turnDidEnd = { stage.endTurn() }
    stage.start(atNanoseconds: VirtualScheduler.startNanoseconds)
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
