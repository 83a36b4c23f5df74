extension Property {
  /// Dropped unused, with something pending, or inside a delivery; on main or elsewhere. What was
  /// dropped delivers no more, wakes nobody and lets go of its view.
  static let safeToDrop = Property(
    .safeToDrop, "drop", "Dropping the strategy, unused or busy, is safe and ends its deliveries.",
    .schedules(.plain.with([.drop, .reentry])) { outcome, _ in outcome.fault(.safeToDrop) })
}
