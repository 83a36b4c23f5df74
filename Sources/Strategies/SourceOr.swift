public import Coalesce

/// A dispatch source that unites flags: main is woken once, and told which kinds of change happened.
///
/// Rule: each submission unites its flags with those that wait and signals them to the source; in
/// its next pass, main delivers all that were united by then, so that it can reload the sections
/// concerned and no others. What is submitted during a delivery causes another one; no flags at all
/// cause none. Never delivers inside `submit`.
///
/// Origin: `DispatchSource.makeUserDataOrSource(queue: .main)`. As with ``SourceAdd``, the flags
/// wait in a store beside the source.
///
/// Price: that of ``SourceAdd``. How often a kind of change happened is forgotten.
///
/// Thread safety: as ``UpdateStrategy`` says.
public final class SourceOr: UpdateStrategy {
  @usableFromInline let source: SignalledStore<UpdateFlags>

  /// - Parameters:
  ///   - scheduler: where the source and main come from.
  ///   - deliver: called on main with the united flags.
  public init(scheduler: any UpdateScheduler, deliver: @escaping @Sendable (UpdateFlags) -> Void) {
    source = SignalledStore(.or, scheduler: scheduler, deliver: deliver)
    source.signal.setHandler { [weak self] _ in self?.flush() }
  }

  /// For apps: delivers on the main actor.
  /// - Parameter deliver: called with the united flags.
  public convenience init(_ deliver: @escaping @MainActor (UpdateFlags) -> Void) {
    self.init(scheduler: DispatchScheduler.main, deliver: onMainActor(deliver))
  }

  /// Unites the flags with those that wait and signals the source.
  @inlinable
  public func submit(_ update: UpdateFlags) { source.submit(update, signalling: update.rawValue) }

  /// Delivers what is pending now. On main only.
  public func flush() { source.flush() }

  /// Ends the strategy; what is pending is dropped.
  public func cancel() { source.cancel() }

  /// How many updates wait in the store.
  public var pendingCount: Int { source.pending.count }
}
