public import Coalesce

/// What the strategies over a dispatch source share: the store in which updates wait, the source that
/// wakes main, and the outlet.
///
/// The update waits beside the source, for the data of a source can only be read in its handler, and
/// `flush` and `pendingCount` need it elsewhere; that costs one atomic operation a submission. What
/// the source itself carries is read by nobody: it only has to be other than 0 to wake main.
///
/// Thread safety: every member may be used from any thread, but `flush` on main only.
@usableFromInline
struct SignalledStore<Update: Mergeable>: Sendable {
  @usableFromInline let pending = Update.Pending()
  @usableFromInline let signal: any UpdateSignal
  private let outlet: Outlet<Update>

  init(
    _ kind: SignalKind, scheduler: any UpdateScheduler,
    deliver: @escaping @Sendable (Update) -> Void
  ) {
    signal = scheduler.makeSignal(kind)
    outlet = Outlet(scheduler, deliver)
  }

  /// Merges one update, then signals `data`; in this order, or main could find the store empty.
  @inlinable
  func submit(_ update: Update, signalling data: UInt) {
    _ = pending.merge(update)
    if isCancelled { return _ = pending.take() }
    signal.merge(data)
  }

  @usableFromInline var isCancelled: Bool { outlet.isCancelled }

  func flush() {
    outlet.deliver({ pending.take() }, again: { signal.merge(1) })
  }

  func cancel() {
    outlet.cancel()
    // The source lives on: what another thread submits meanwhile is taken, and dropped, in its handler.
    _ = pending.take()
  }
}
