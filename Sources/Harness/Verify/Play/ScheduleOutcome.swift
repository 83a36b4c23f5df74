/// What came of a schedule.
struct ScheduleOutcome {
  /// What was played.
  let schedule: Schedule
  /// What the view saw.
  let seen: WatchedState
  /// The longest time without any of main's other work, in nanoseconds.
  let longestSilence: UInt64
  /// How often anything was woken in a minute in which there was nothing to do.
  let idleWakeUps: Int

  /// How a promise was seen broken; nil if it was not.
  func fault(_ promises: Promise...) -> String? {
    promises.lazy.compactMap { self.seen.faults[$0] }.first
  }
}
