import BenchHarness

extension [Promise] {
  /// The promises that virtual time checks, grouped by recipe: each schedule is played once for its whole group.
  static let families: [[Promise]] = Promise.allCases.reduce(into: []) { families, promise in
    guard let recipe = promise.recipe else { return }
    if let family = families.firstIndex(where: { $0[0].recipe == recipe }) {
      families[family].append(promise)
    } else {
      families.append([promise])
    }
  }
}

extension Promise {
  /// How to make the schedules that virtual time plays; nil if another stage checks the promise.
  var recipe: ScheduleRecipe? {
    switch self {
    case .finalState, .nothingLost, .order, .boundedLatency: .flushes
    case .noEmptyDeliveries, .neverConcurrent, .noIdleWakeUps: [.flushes, .reentry]
    case .neverNested, .terminates, .reentrancy: .reentrant
    case .nothingAfterCancel: [.flushes, .cancel, .reentry]
    case .safeToDrop: [.flushes, .drop, .reentry]
    case .releasesHandler: [.flushes, .cancelOrDrop, .reentry]
    case .freshAfterWillSet: [.flushes, .announcements]
    case .survivesBusyMain: [.flushes, .otherWork]
    case .survivesSlowStart: [.flushes, .slowStart]
    case .noStarvation: .flood
    case .survives, .boundedMemory: nil
    }
  }

  func isMade(by strategy: StrategyEntry) -> Bool {
    let needsBound: [Promise] = [.boundedLatency, .survivesBusyMain, .survivesSlowStart]
    return strategy.latencyBound != nil || !needsBound.contains(self)
  }

  /// Removes the promise's subject from a schedule. If the schedule still fails, another promise is broken.
  func control(_ schedule: inout Schedule) {
    switch self {
    case .reentrancy:
      // Moves the steps behind deliveries. Other promises cover nesting, `cancel()` and endless deliveries.
      for index in schedule.steps.indices where schedule.steps[index].place == .delivery {
        schedule.steps[index].place = .behindDelivery
      }
    case .freshAfterWillSet:
      for index in schedule.steps.indices where schedule.steps[index].action == .announce {
        schedule.steps[index].action = .submit
      }
    case .survivesBusyMain: schedule.steps.removeAll { $0.action == .work }
    case .survivesSlowStart: schedule.slowStart = 0
    default: break
    }
  }

  /// Describes how the promise was broken; nil if it was not.
  func fault(_ outcome: ScheduleOutcome, _ strategy: Selection<StrategyEntry>) -> String? {
    switch self {
    case .reentrancy: outcome.fault(.finalState, .nothingLost, .order)
    case .freshAfterWillSet:
      // Observation and Combine announce a change before it is made. On the main thread, a later pass's delivery shows
      // the change, one inside `submit` does not. Other threads do not announce: they would race under any strategy.
      outcome.fault(.finalState, .nothingLost)
    case .boundedLatency:
      outcome.late(strategy) ?? outcome.early(strategy) ?? outcome.large(strategy)
    case .survivesBusyMain:
      // Other work may delay an update only if it runs between the update's submission and the end of its delivery.
      outcome.late(strategy, besides: "other main-thread work", more: outcome.otherWork(in:))
    case .survivesSlowStart:
      // A strategy that learns delivery costs must not trust the first one, which includes laying out the view.
      outcome.late(strategy, besides: "the slow start") { _ in outcome.schedule.slowStart }
    case .noStarvation: outcome.starvation
    case .noIdleWakeUps:
      outcome.idleWakeUps == 0
        ? nil : "wake-ups in a minute without updates: \(outcome.idleWakeUps)"
    default: outcome.seen.faults[self]
    }
  }
}
