extension PromiseCheck {
  /// Cancelled on main, elsewhere, or inside a delivery; one that is under way may end.
  /// What was pending then is pending no more.
  static let nothingAfterCancel = PromiseCheck(
    .nothingAfterCancel,
    .schedules(.plain.with([.cancel, .reentry])) { outcome, _ in
      outcome.fault(.nothingAfterCancel)
    })

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
