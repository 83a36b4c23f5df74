extension Property {
  /// What is shown must be right where handlers submit, flush and turn the run loop, if it is where
  /// main does the same right behind the delivery. That deliveries nest then, go on after `cancel()`,
  /// or never end, other properties look for.
  static let reentrancy = Property(
    .reentrancy, "reen",
    "Submitting, flushing and cancelling inside a delivery do what they do elsewhere.",
    .schedules(
      .reentrant,
      control: { schedule in
        schedule.mapSteps { if $0.place == .delivery { $0.place = .behindDelivery } }
      },
      fault: { outcome, _ in outcome.fault(.finalState, .nothingLost, .order) }))
}
