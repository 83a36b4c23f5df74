extension Property {
  /// A minute of silence, after one in which timers that were set may come to their end.
  static let noIdleWakeUps = Property(
    .noIdleWakeUps, "idle", "Main is not woken while there is nothing to deliver.",
    .schedules(.plain.with(.reentry)) { outcome, _ in
      outcome.idleWakeUps == 0
        ? nil : "there were \(outcome.idleWakeUps) wake-ups in a minute without updates"
    })
}
