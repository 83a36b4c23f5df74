extension Property {
  /// Everything comes to an end, and `pendingCount` says so.
  static let terminates = Property(
    .terminates, "term", "Once the producers are done, everything comes to an end.",
    .schedules(.reentrant) { outcome, _ in outcome.fault(.terminates) })
}
