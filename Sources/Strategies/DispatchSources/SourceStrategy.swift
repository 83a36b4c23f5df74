public import Coalesce

/// The base class of strategies that use a dispatch source.
///
/// Updates wait in a store beside the source, because the data of a source can be read only in its handler, and `flush`
/// and ``pendingCount`` need it elsewhere. The store costs at least one atomic operation per submission. The source's
/// own data is not used; any value but 0 wakes the main thread.
///
/// Thread safety: see `UpdateStrategy`.
public class SourceStrategy<Update: Mergeable>: UpdateStrategy, @unchecked Sendable {
  // `@unchecked` is safe here and in the final subclasses below, which add no properties: all of these are constant.
  @usableFromInline let pending = PendingStore<Update>()
  @usableFromInline let signal: any UpdateSignal
  private let outlet: Outlet<Update>

  fileprivate init(
    _ kind: SignalKind, _ scheduler: any SourceScheduler,
    _ deliver: @escaping @Sendable (Update) -> Void
  ) {
    signal = scheduler.makeSignal(kind)
    outlet = Outlet(scheduler, deliver)
    signal.setHandler { [weak self] _ in self?.flush() }
  }

  /// Merges one update, then signals the source. In the other order, the main thread could find the store empty.
  @inlinable
  public final func submit(_ update: Update) {
    _ = pending.merge(update)
    if isCancelled { return _ = pending.take() }
    // An empty update needs no delivery. The source gets 1 in any case, because 0 may erase what is pending.
    if update.updateCount > 0 { signal.merge(1) }
  }

  @usableFromInline final var isCancelled: Bool { outlet.isCancelled }

  /// Delivers what is pending. On the main thread only.
  public final func flush() {
    outlet.deliver({ pending.take() }, again: { signal.merge(1) })
  }

  /// Ends the strategy and drops what is pending.
  public final func cancel() {
    outlet.cancel()
    // The source is not cancelled: its handler drops what other threads submit during this call.
    _ = pending.take()
  }

  /// How many updates are pending.
  public final var pendingCount: Int { pending.count }
}

/// Wakes the main thread with a dispatch source that adds: one wake-up delivers everything signalled by then.
///
/// Rule: each submission merges its update and signals the source. In its next pass, the main thread delivers all that
/// was merged by then. A submission during a delivery causes another delivery. Nothing is delivered inside `submit`.
///
/// Origin: `DispatchSource.makeUserDataAddSource(queue: .main)`, with a store beside the source.
///
/// Drawback: a latency of one pass of the main thread; under steady load, as many deliveries as the main thread can
/// make. Signalling takes 40–60 ns if an event is already pending, up to 250 ns otherwise.
///
/// Thread safety: see `UpdateStrategy`.
public final class SourceAdd<Update: Mergeable>: SourceStrategy<Update>, @unchecked Sendable {
  /// Makes a strategy that delivers on the scheduler's main thread.
  public init(scheduler: any SourceScheduler, deliver: @escaping @Sendable (Update) -> Void) {
    super.init(.add, scheduler, deliver)
  }

  /// Makes a strategy that delivers on the main actor, for apps.
  public convenience init(_ deliver: @escaping @MainActor (Update) -> Void) {
    self.init(scheduler: DispatchScheduler.main, deliver: onMainActor(deliver))
  }
}

/// Wakes the main thread with a dispatch source that merges flags, which say what kinds of change happened.
///
/// Rule: as for ``SourceAdd``, with a union of flags, so that only the affected sections need a reload. A submission
/// without any flags causes no delivery.
///
/// Origin: `DispatchSource.makeUserDataOrSource(queue: .main)`, with a store beside the source, as in ``SourceAdd``.
///
/// Drawback: that of ``SourceAdd``; it also forgets how often each kind of change happened.
///
/// Thread safety: see `UpdateStrategy`.
public final class SourceOr: SourceStrategy<UpdateFlags>, @unchecked Sendable {
  /// Makes a strategy that delivers on the scheduler's main thread.
  public init(scheduler: any SourceScheduler, deliver: @escaping @Sendable (UpdateFlags) -> Void) {
    super.init(.or, scheduler, deliver)
  }

  /// Makes a strategy that delivers on the main actor, for apps.
  public convenience init(_ deliver: @escaping @MainActor (UpdateFlags) -> Void) {
    self.init(scheduler: DispatchScheduler.main, deliver: onMainActor(deliver))
  }
}

/// Wakes the main thread with a dispatch source that keeps the newest data: one wake-up delivers the newest state.
///
/// Rule: as for ``SourceAdd``, with a `NewestValue`, which replaces the previous one.
///
/// Origin: `DispatchSource.makeUserDataReplaceSource(queue: .main)`, with a store beside the source, as in
/// ``SourceAdd``. The source always carries 1: a generation number of 0 would cancel earlier wake-ups.
///
/// Drawback: that of ``SourceAdd``.
///
/// Thread safety: see `UpdateStrategy`.
public final class SourceReplace<Update: Mergeable>: SourceStrategy<Update>, @unchecked Sendable {
  /// Makes a strategy that delivers on the scheduler's main thread.
  public init(scheduler: any SourceScheduler, deliver: @escaping @Sendable (Update) -> Void) {
    super.init(.replace, scheduler, deliver)
  }

  /// Makes a strategy that delivers on the main actor, for apps.
  public convenience init(_ deliver: @escaping @MainActor (Update) -> Void) {
    self.init(scheduler: DispatchScheduler.main, deliver: onMainActor(deliver))
  }
}
