import BenchHarness

extension PromiseCheck {
  /// Cancelled on main, elsewhere, or inside a delivery; one that is under way may end.
  /// What was pending then is pending no more.
  static let nothingAfterCancel = PromiseCheck(
    .nothingAfterCancel,
    .schedules(.plain.with([.cancel, .reentry])) { outcome, _ in
      outcome.fault(.nothingAfterCancel)
    })

  /// Paused on main, by threads and inside deliveries; submissions with a bound and flushes wait, too.
  /// Every schedule ends resumed. What is lost without the pauses, too, other promises look for.
  static let pauseLosesNothing = PromiseCheck(
    .pauseLosesNothing,
    .schedules(
      .plain.with(.pauses), control: { $0.without(.pause, .resume) },
      fault: { outcome, strategy in
        outcome.fault(.pauseLosesNothing, .finalState, .nothingLost, .order, .terminates)
          ?? outcome.early(strategy)
      }), isPromised: \.isCoalescer)

  /// On main, by threads and inside deliveries, with and without a pause. What was waiting may be shown
  /// or not; what comes later is shown in time.
  static let dropsOnlyPending = PromiseCheck(
    .dropsOnlyPending,
    .schedules(
      .plain.with([.pendingCancels, .pauses, .reentry]), control: { $0.without(.cancelPending) },
      fault: { outcome, strategy in
        outcome.fault(.dropsOnlyPending) ?? outcome.lostOrLate(strategy)
      }), isPromised: \.isCoalescer)

  /// Wherever something waits, and wherever nothing does, with and without a pause.
  static let settingsLoseNothing = PromiseCheck(
    .settingsLoseNothing,
    .schedules(
      .plain.with([.settings, .pauses, .reentry]),
      control: { $0.without(.reset, .changeSettings) },
      fault: { outcome, strategy in outcome.lostOrLate(strategy) }), isPromised: \.isCoalescer)

  /// Lost on main, by a thread and inside a delivery, and found again on main and inside a
  /// delivery. Every schedule ends with a target.
  static let keepsForNextTarget = PromiseCheck(
    .keepsForNextTarget,
    .schedules(
      .plain.with(.targets), control: { $0.without(.setTarget, .loseTarget) },
      fault: { outcome, _ in outcome.fault(.finalState, .nothingLost, .order, .terminates) }),
    isPromised: \.isCoalescer)

  /// Dropped unused, with something pending, or inside a delivery; on main or elsewhere. What was
  /// dropped delivers no more, wakes nobody and lets go of its view.
  static let safeToDrop = PromiseCheck(
    .safeToDrop,
    .schedules(.plain.with([.drop, .reentry])) { outcome, _ in outcome.fault(.safeToDrop) })

  /// Cancelled or dropped on main, by a thread, or inside a delivery: when everything that was posted
  /// has run, the handler is gone, though after a cancel the strategy is not, and what the handler
  /// captured has ended on main, for that may be views.
  static let releasesHandler = PromiseCheck(
    .releasesHandler,
    .schedules(.plain.with([.cancelOrDrop, .reentry])) { outcome, _ in
      outcome.fault(.releasesHandler)
    })

  /// A strategy is verified in a process of its own; here it is looked at how that ended.
  static let survives = PromiseCheck(.survives, nil)

  /// Very many updates; resident memory after the first tenth and at the end.
  static let boundedMemory = PromiseCheck(.boundedMemory, nil)
}

extension ScheduleOutcome {
  /// How an update was lost, shown out of order, too early, or late where there was no pause.
  fileprivate func lostOrLate(_ strategy: Selection<StrategyEntry>) -> String? {
    fault(.finalState, .nothingLost, .order, .terminates) ?? early(strategy)
      ?? (schedule.steps.contains { $0.action == .pause } ? nil : late(strategy))
  }
}
