extension Property {
  /// Paused on main, by threads and inside deliveries; submissions with a bound and flushes wait, too.
  /// Every schedule ends resumed. What is lost without the pauses, too, other properties look for.
  static let pauseLosesNothing = Property(
    .pauseLosesNothing, "paus", "In a pause nothing is delivered, and after it everything.",
    .schedules(
      .plain.with(.pauses), control: { $0.without(.pause, .resume) },
      fault: { outcome, _ in
        outcome.fault(.pauseLosesNothing, .finalState, .nothingLost, .order, .terminates)
      }), isPromised: \.isCoalescer)
}
