extension PromiseCheck {
  /// Cancelled on main, elsewhere, or inside a delivery; one that is under way may end.
  /// What was pending then is pending no more.
  static let nothingAfterCancel = PromiseCheck(
    .nothingAfterCancel, "canc",
    .schedules(.plain.with([.cancel, .reentry])) { outcome, _ in
      outcome.fault(.nothingAfterCancel)
    })

  /// Paused on main, by threads and inside deliveries; submissions with a bound and flushes wait, too.
  /// Every schedule ends resumed. What is lost without the pauses, too, other promises look for.
  static let pauseLosesNothing = PromiseCheck(
    .pauseLosesNothing, "paus",
    .schedules(
      .plain.with(.pauses), control: { $0.without(.pause, .resume) },
      fault: { outcome, _ in
        outcome.fault(.pauseLosesNothing, .finalState, .nothingLost, .order, .terminates)
      }), isPromised: \.isCoalescer)

  /// Dropped unused, with something pending, or inside a delivery; on main or elsewhere. What was
  /// dropped delivers no more, wakes nobody and lets go of its view.
  static let safeToDrop = PromiseCheck(
    .safeToDrop, "drop",
    .schedules(.plain.with([.drop, .reentry])) { outcome, _ in outcome.fault(.safeToDrop) })

  /// Cancelled or dropped on main, by a thread, or inside a delivery: when everything that was posted
  /// has run, the handler is gone, though after a cancel the strategy is not, and what the handler
  /// captured has ended on main, for that may be views.
  static let releasesHandler = PromiseCheck(
    .releasesHandler, "free",
    .schedules(.plain.with([.cancelOrDrop, .reentry])) { outcome, _ in
      outcome.fault(.releasesHandler)
    })

  /// A strategy is verified in a process of its own; here it is looked at how that ended.
  static let survives = PromiseCheck(.survives, "live", .process)

  /// A million updates; resident memory after the first tenth and at the end.
  static let boundedMemory = PromiseCheck(
    .boundedMemory, "mem", .memory)
}
