public import Coalesce

/// The base class of strategies that use a dispatch source.
///
/// Updates wait in a store beside the source, because the data of a source can be read only in its handler, and `flush`
/// and ``pendingCount`` need it elsewhere. The store costs at least one atomic operation per submission. The data of the
/// source is always 1: 0 would not wake the main thread, and could erase what is pending.
///
/// Thread safety: see `UpdateStrategy`.
public class SourceStrategy<Update: Mergeable>: UpdateStrategy, @unchecked Sendable {
  // `@unchecked` is safe here and in the final subclasses, which add no properties: all of these are constant.
  @usableFromInline let store = PendingStore<Update>()
  @usableFromInline let signal: any UpdateSignal
  private let outlet: Outlet<Update>

  /// Makes a strategy that delivers on the scheduler's main thread.
  public init(
    scheduler: any SourceScheduler, deliver: @escaping @Sendable (Update) -> Void
  ) {
    signal = scheduler.makeSignal(Self.kind)
    outlet = Outlet(scheduler, deliver)
    signal.setHandler { [weak self] in self?.flush() }
  }

  /// Makes a strategy that delivers on the main actor, for apps.
  public convenience init(_ deliver: @escaping @MainActor (Update) -> Void) {
    self.init(scheduler: DispatchScheduler.main, deliver: onMainActor(deliver))
  }

  class var kind: SignalKind { .add }

  /// Merges one update, then signals the source. In the other order, the main thread could find the store empty.
  @inlinable
  public final func submit(_ update: Update) {
    _ = store.merge(update)
    if isCancelled { return _ = store.take() }
    // An empty update needs no delivery.
    if update.updateCount > 0 { signal.send() }
  }

  @usableFromInline final var isCancelled: Bool { outlet.isCancelled }

  /// Delivers what is pending. On the main thread only.
  public final func flush() {
    outlet.deliver({ store.take() }, again: { signal.send() })
  }

  /// Ends the strategy and drops what is pending.
  public final func cancel() {
    outlet.cancel()
    // The source is not cancelled: its handler drops what other threads submit during this call.
    _ = store.take()
  }

  /// How many updates are pending.
  public final var pendingCount: Int { store.count }
}
