/// A dispatch source of user data: signals from any thread wake the main thread once for all of them.
///
/// Thread safety: every member may be used from any thread.
public protocol UpdateSignal: AnyObject, Sendable {
  /// Sets the handler, which runs on the main thread after signals, earlier ones included. Call this once.
  func setHandler(_ handler: @escaping @Sendable () -> Void)

  /// Wakes the main thread, unless it is being woken already.
  func send()
}

/// The kind of a dispatch source: how it merges the data of several signals.
public enum SignalKind: CaseIterable, Sendable {
  case add, or, replace
}
