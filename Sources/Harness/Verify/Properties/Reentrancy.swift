extension Property {
  /// What is shown must be right where handlers submit, flush and turn the run loop. That
  /// deliveries nest then, go on after `cancel()`, or never end, other properties look for.
  static let reentrancy = Property(
    .reentrancy, "reen",
    "Submitting, flushing and cancelling inside a delivery do what they do elsewhere.",
    .schedules(.reentrant) { outcome, _ in
      outcome.fault(.finalState, .nothingLost, .order)
    })
}
