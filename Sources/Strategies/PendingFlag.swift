/// An atomic "something is pending" instead of a dispatch source.
///
/// Rule: the submission that finds nothing pending posts one block to main, all others only merge;
/// in its next pass, main takes everything merged by then and delivers it. What is submitted during
/// a delivery causes another one. Never delivers inside `submit`.
///
/// Origin: this project's own. It does what a dispatch source does at a small part of its price, for
/// any update that merges: a count or flags take one atomic operation, everything else a lock.
///
/// Price: one pass of main of latency; under steady load as many deliveries as main can make. A
/// submission costs 6–9 ns where something is pending, a post to main otherwise.
///
/// Thread safety: as ``UpdateStrategy`` says.
public final class PendingFlag<Update: Mergeable>: UpdateStrategy {
  @usableFromInline let pending = Update.Pending()
  private let scheduler: any UpdateScheduler
  private let outlet: Outlet<Update>

  /// - Parameters:
  ///   - scheduler: where main comes from.
  ///   - deliver: called on main with all that was merged.
  public init(scheduler: any UpdateScheduler, deliver: @escaping @Sendable (Update) -> Void) {
    self.scheduler = scheduler
    outlet = Outlet(deliver)
  }

  /// For apps: delivers on the main actor.
  /// - Parameter deliver: called with all that was merged.
  public convenience init(_ deliver: @escaping @MainActor (Update) -> Void) {
    self.init(scheduler: DispatchScheduler.main, deliver: onMainActor(deliver))
  }

  /// Merges one update; the first of a burst posts to main.
  @inlinable
  public func submit(_ update: Update) {
    if pending.merge(update) { post() }
  }

  /// Delivers what is pending now. On main only.
  public func flush() {
    outlet.deliver({ pending.take() }, again: post)
  }

  /// Ends the strategy; what is pending is dropped.
  public func cancel() {
    outlet.cancel()
    _ = pending.take()
  }

  /// How many updates wait in the store.
  public var pendingCount: Int { pending.count }

  @usableFromInline
  func post() {
    guard !outlet.isCancelled else { return _ = pending.take() }
    scheduler.onMain { [weak self] in self?.flush() }
  }
}
