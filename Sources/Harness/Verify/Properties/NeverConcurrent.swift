extension Property {
  /// In virtual time a delivery off main, or one that begins on main while one off main is made.
  static let neverConcurrent = Property(
    .neverConcurrent, "conc", "There are never two deliveries at once, and all are made on main.",
    .schedules(.plain.with(.reentry)) { outcome, _ in outcome.fault(.neverConcurrent) })
}
