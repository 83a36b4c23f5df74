public import Coalesce

/// Delivers nothing.
///
/// Rule: every update is dropped. Not for apps: this strategy only serves to measure the harness's own cost.
///
/// Origin: this project's own.
///
/// Drawback: the view is never updated.
///
/// Thread safety: see `UpdateStrategy`.
public final class Null<Update: Sendable>: UpdateStrategy {
  /// Makes a strategy that delivers nothing.
  public init() {}

  /// Drops the update.
  @inlinable
  public func submit(_ update: Update) {}

  /// Does nothing.
  public func flush() {}

  /// Does nothing.
  public func cancel() {}

  /// Always 0.
  public var pendingCount: Int { 0 }
}
