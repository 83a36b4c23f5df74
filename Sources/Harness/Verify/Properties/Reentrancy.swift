extension Property {
  /// Whatever else is promised must hold where handlers submit, flush, cancel and turn the run loop;
  /// whether deliveries nest then is another property's.
  static let reentrancy = Property(
    .reentrancy, "reen",
    "Submitting, flushing and cancelling inside a delivery do what they do elsewhere.",
    .schedules(.reentrant) { outcome, _ in
      outcome.fault(.finalState, .nothingLost, .order, .nothingAfterCancel, .terminates)
    })
}
