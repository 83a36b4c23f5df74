/// What a run tells while it goes on.
public enum RunEvent: Sendable {
  /// The next trial begins; how many are done, how many there are, and how many seconds are left
  /// as far as one can tell.
  case began(TrialIdentity, done: Int, total: Int, secondsLeft: Double?)
  /// A trial ended, and its results are written.
  case ended(TrialRecord)
}
