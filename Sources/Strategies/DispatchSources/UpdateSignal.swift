/// A dispatch source of user data: it merges data from any thread and wakes the main thread once for all of it.
///
/// Thread safety: every member may be used from any thread.
public protocol UpdateSignal: AnyObject, Sendable {
  /// Sets the handler, which is called on the main thread with the merged data, earlier data included. Call this once.
  func setHandler(_ handler: @escaping @Sendable (UInt) -> Void)

  /// Merges `data` as the signal's kind says, and wakes the main thread if the result is not 0.
  func merge(_ data: UInt)

  /// Ends the signal and drops what is pending.
  func cancel()
}

/// How a signal merges the data of several calls.
public enum SignalKind: Sendable {
  /// Adds the data up; the handler gets the sum. Merging 0 has no effect.
  case add
  /// Combines the bits; the handler gets all bits that were set. Merging 0 has no effect.
  case or
  /// Keeps the newest data, which the handler gets. Merging 0 erases what is pending, so the handler does not run.
  case replace
}
