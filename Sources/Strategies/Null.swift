public import Coalesce

/// Delivers nothing.
///
/// Rule: every update is forgotten. It is no strategy for an app and keeps no promise; it shows
/// what the harness itself costs.
///
/// Origin: this project's own.
///
/// Price: the view is never updated.
///
/// Thread safety: as ``UpdateStrategy`` says.
public final class Null<Update: Sendable>: UpdateStrategy {
  /// Makes a strategy that delivers nothing.
  public init() {}

  /// Forgets the update.
  @inlinable
  public func submit(_ update: Update) {}

  /// Does nothing.
  public func flush() {}

  /// Does nothing.
  public func cancel() {}

  /// Always 0.
  public var pendingCount: Int { 0 }
}
