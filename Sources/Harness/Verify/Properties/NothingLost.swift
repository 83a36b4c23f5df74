extension Property {
  /// An update that a newer one of its row replaced has been shown by the delivery of that one only
  /// where deliveries show states; one that is applied by itself must have been applied.
  static let nothingLost = Property(
    .nothingLost, "lost", "Every update is shown.",
    .schedules(.plain) { outcome, _ in outcome.fault(.nothingLost) })
}
