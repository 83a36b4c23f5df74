extension Property {
  /// Cancelled or dropped on main, by a thread, or inside a delivery: when everything that was posted
  /// has run, the handler is gone, though after a cancel the strategy is not, and what the handler
  /// captured has ended on main, for that may be views.
  static let releasesHandler = Property(
    .releasesHandler, "free",
    "After cancel(), or without its strategy, the handler is let go of, on main.",
    .schedules(.plain.with([.cancelOrDrop, .reentry])) { outcome, _ in
      outcome.fault(.releasesHandler)
    })
}
