extension Property {
  /// Each producer has rows of its own, so nothing is asked of updates of different producers.
  static let order = Property(
    .order, "ordr", "Updates of one producer are shown in the order of their submission.",
    .schedules(.plain) { outcome, _ in outcome.fault(.order) })
}
