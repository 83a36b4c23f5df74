extension Property {
  /// Cancelled on main, elsewhere, or inside a delivery; one that is under way may end.
  /// What was pending then is pending no more.
  static let nothingAfterCancel = Property(
    .nothingAfterCancel, "canc", "No delivery is made after cancel() has returned on main.",
    .schedules(.plain.with([.cancel, .reentry])) { outcome, _ in
      outcome.fault(.nothingAfterCancel)
    })
}
