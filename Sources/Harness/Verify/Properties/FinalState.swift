extension Property {
  /// A reload reads the model when it begins; whatever comes later needs another delivery.
  static let finalState = Property(
    .finalState, "end", "After the last submission the view ends up showing the newest model.",
    .schedules(.plain) { outcome, _ in outcome.fault(.finalState) })
}
