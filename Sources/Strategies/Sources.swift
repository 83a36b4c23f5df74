public import Coalesce

/// What the strategies over a dispatch source share: the store in which updates wait, the source that
/// wakes main, and the door to the handler.
///
/// The update waits beside the source, for the data of a source can only be read in its handler, and
/// `flush` and ``pendingCount`` need it elsewhere; that costs one atomic operation a submission. What
/// the source itself carries is read by nobody: it only has to be other than 0 to wake main.
///
/// Thread safety: as ``UpdateStrategy`` says.
public class SourceStrategy<Update: Mergeable>: UpdateStrategy, @unchecked Sendable {
  // Proof of `@unchecked`: all of it is constant, and the subclasses, which are final and in this file,
  // add nothing.
  @usableFromInline let pending = Update.Pending()
  @usableFromInline let signal: any UpdateSignal
  private let outlet: Outlet<Update>

  fileprivate init(
    _ kind: SignalKind, _ scheduler: any UpdateScheduler,
    _ deliver: @escaping @Sendable (Update) -> Void
  ) {
    signal = scheduler.makeSignal(kind)
    outlet = Outlet(scheduler, deliver)
    signal.setHandler { [weak self] _ in self?.flush() }
  }

  /// Merges one update, then signals the source; in this order, or main could find the store empty.
  @inlinable
  public final func submit(_ update: Update) {
    _ = pending.merge(update)
    if isCancelled { return _ = pending.take() }
    // A replace by 0 would erase what is pending.
    if update.updateCount > 0 { signal.merge(1) }
  }

  @usableFromInline final var isCancelled: Bool { outlet.isCancelled }

  /// Delivers what is pending now. On main only.
  public final func flush() {
    outlet.deliver({ pending.take() }, again: { signal.merge(1) })
  }

  /// Ends the strategy; what is pending is dropped.
  public final func cancel() {
    outlet.cancel()
    // The source lives on: what another thread submits meanwhile is taken, and dropped, in its handler.
    _ = pending.take()
  }

  /// How many updates wait in the store.
  public final var pendingCount: Int { pending.count }
}

/// A dispatch source that adds: main is woken once for all that was signalled meanwhile.
///
/// Rule: each submission merges its update and signals the source; in its next pass, main delivers
/// all that was merged by then. What is submitted during a delivery causes another one. Never
/// delivers inside `submit`.
///
/// Origin: `DispatchSource.makeUserDataAddSource(queue: .main)`, with a store beside the source.
///
/// Price: one pass of main of latency; under steady load as many deliveries as main can make.
/// Signalling costs 40–60 ns with an event already pending, up to 250 ns otherwise.
///
/// Thread safety: as ``UpdateStrategy`` says.
public final class SourceAdd<Update: Mergeable>: SourceStrategy<Update>, @unchecked Sendable {
  // Proof of `@unchecked`: that of its superclass, to which it adds nothing.
  /// - Parameters:
  ///   - scheduler: where the source and main come from.
  ///   - deliver: called on main with all that was merged.
  public init(scheduler: any UpdateScheduler, deliver: @escaping @Sendable (Update) -> Void) {
    super.init(.add, scheduler, deliver)
  }

  /// For apps: delivers on the main actor.
  /// - Parameter deliver: called with all that was merged.
  public convenience init(_ deliver: @escaping @MainActor (Update) -> Void) {
    self.init(scheduler: DispatchScheduler.main, deliver: onMainActor(deliver))
  }
}

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
public final class SourceOr: SourceStrategy<UpdateFlags>, @unchecked Sendable {
  // Proof of `@unchecked`: that of its superclass, to which it adds nothing.
  /// - Parameters:
  ///   - scheduler: where the source and main come from.
  ///   - deliver: called on main with the united flags.
  public init(scheduler: any UpdateScheduler, deliver: @escaping @Sendable (UpdateFlags) -> Void) {
    super.init(.or, scheduler, deliver)
  }

  /// For apps: delivers on the main actor.
  /// - Parameter deliver: called with the united flags.
  public convenience init(_ deliver: @escaping @MainActor (UpdateFlags) -> Void) {
    self.init(scheduler: DispatchScheduler.main, deliver: onMainActor(deliver))
  }
}

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
public final class SourceReplace<Update: Mergeable>: SourceStrategy<Update>, @unchecked Sendable {
  // Proof of `@unchecked`: that of its superclass, to which it adds nothing.
  /// - Parameters:
  ///   - scheduler: where the source and main come from.
  ///   - deliver: called on main with what all that was merged came to.
  public init(scheduler: any UpdateScheduler, deliver: @escaping @Sendable (Update) -> Void) {
    super.init(.replace, scheduler, deliver)
  }

  /// For apps: delivers on the main actor.
  /// - Parameter deliver: called with what all that was merged came to.
  public convenience init(_ deliver: @escaping @MainActor (Update) -> Void) {
    self.init(scheduler: DispatchScheduler.main, deliver: onMainActor(deliver))
  }
}
