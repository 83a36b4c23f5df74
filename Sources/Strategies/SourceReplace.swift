public import Coalesce

/// A dispatch source that replaces: main is woken once, for the newest state alone.
///
/// Rule: each submission merges its update (with ``NewestValue``, a generation say, it replaces the
/// one before) and signals the source; in its next pass, main delivers what that came to. What is
/// submitted during a delivery causes another one. Never delivers inside `submit`.
///
/// Origin: `DispatchSource.makeUserDataReplaceSource(queue: .main)`. As with ``SourceAdd``, the
/// update waits in a store beside the source. The source carries 1, whatever the update is: a
/// replace by 0 erases what is pending, so that a generation that starts at 0, or wraps round to it,
/// would take the wake-up of the ones before it away and have none of its own.
///
/// Price: that of ``SourceAdd``.
///
/// Thread safety: as ``UpdateStrategy`` says.
public final class SourceReplace<Update: Mergeable>: UpdateStrategy {
  @usableFromInline let source: SignalledStore<Update>

  /// - Parameters:
  ///   - scheduler: where the source and main come from.
  ///   - deliver: called on main with what all that was merged came to.
  public init(scheduler: any UpdateScheduler, deliver: @escaping @Sendable (Update) -> Void) {
    source = SignalledStore(.replace, scheduler: scheduler, deliver: deliver)
    source.signal.setHandler { [weak self] _ in self?.flush() }
  }

  /// For apps: delivers on the main actor.
  /// - Parameter deliver: called with what all that was merged came to.
  public convenience init(_ deliver: @escaping @MainActor (Update) -> Void) {
    self.init(scheduler: DispatchScheduler.main, deliver: onMainActor(deliver))
  }

  /// Merges one update, which replaces what waits if it is a newest value, and signals the source.
  @inlinable
  public func submit(_ update: Update) { source.submit(update, signalling: 1) }

  /// Delivers what is pending now. On main only.
  public func flush() { source.flush() }

  /// Ends the strategy; what is pending is dropped.
  public func cancel() { source.cancel() }

  /// How many updates wait in the store.
  public var pendingCount: Int { source.pending.count }
}
