extension Property {
  /// Observation and Combine announce a change before it is made. On main the change is there when
  /// the block that announced it has ended, so a delivery in a later pass shows it; one inside
  /// `submit` shows what was before, and where nothing follows, for good. A thread that announces
  /// races main whatever a strategy does, so only main does it here.
  static let freshAfterWillSet = Property(
    .freshAfterWillSet, "will",
    "Submitted on main before the model changes, an update still ends up shown.",
    .schedules(
      .plain.with(.announcements),
      control: { schedule in
        schedule.mapSteps { if $0.action == .announce { $0.action = .submit } }
      },
      fault: { outcome, _ in outcome.fault(.finalState, .nothingLost) }))
}
