public import Coalesce

/// Prepares each update on a serial queue, then delivers it on the main thread.
///
/// Rule: each submission starts a chain of two steps. The first prepares the update on the
/// strategy's serial queue, the second delivers it on the main thread. Nothing is merged, the order
/// is kept, and the queue goes on preparing while the main thread delivers. Nothing is delivered
/// inside `submit`.
///
/// Origin: RxStream's `Dispatch`, a dispatch method that is kept as a value and chained (background
/// work, then the main thread). The chain itself is ``DispatchSteps``, which is useful without a
/// strategy, too.
///
/// Drawback: two hops and a delivery for each update, one hop to the queue and one to the main
/// thread.
///
/// Thread safety: as `UpdateStrategy` says.
public final class DispatchChain<Update: Sendable>: UpdateStrategy {
  private let scheduler: any UpdateScheduler
  private let outlet: Outlet<Update>
  private let updates: PreparedUpdates<Update>
  private let queue: any UpdateQueue

  /// Makes a strategy that delivers on the scheduler's main thread.
  /// - Parameters:
  ///   - scheduler: provides the serial queue and the main thread.
  ///   - prepare: the background work. It returns what is to be delivered for an update.
  ///     ``flush()`` calls it on the main thread for updates whose turn has not ended, so one
  ///     update may have two calls.
  ///   - deliver: called on the main thread with each prepared update.
  public init(
    scheduler: any UpdateScheduler,
    prepare: @escaping @Sendable (Update) -> Update = { $0 },
    deliver: @escaping @Sendable (Update) -> Void
  ) {
    self.scheduler = scheduler
    outlet = Outlet(scheduler, deliver)
    updates = PreparedUpdates(prepare: prepare)
    queue = scheduler.makeQueue(label: "dispatch-chain")
  }

  /// Makes a strategy that delivers on the main actor, for apps.
  /// - Parameters:
  ///   - prepare: the background work. It returns what is to be delivered for an update.
  ///   - deliver: called with each prepared update.
  public convenience init(
    prepare: @escaping @Sendable (Update) -> Update = { $0 },
    _ deliver: @escaping @MainActor (Update) -> Void
  ) {
    self.init(scheduler: DispatchScheduler.main, prepare: prepare, deliver: onMainActor(deliver))
  }

  /// Starts the chain of one update.
  public func submit(_ update: Update) {
    guard !outlet.isCancelled else { return }
    updates.append(update)
    DispatchSteps(.async(onQueue: queue)) { [updates] in updates.prepareNext() }
      .then(.async(onMainOf: scheduler)) { [weak self] in self?.deliverNext() }
      .run()
  }

  /// Delivers the pending updates, one after another. On the main thread only.
  public func flush() {
    for _ in 0..<updates.count { deliver { updates.popFirst() } }
  }

  /// Ends the strategy and drops what is pending.
  public func cancel() {
    outlet.cancel()
    updates.removeAll()
  }

  /// How many updates are waiting for their steps.
  public var pendingCount: Int { updates.count }

  /// A flush takes updates and leaves their chains behind, whose second steps then find none.
  private func deliverNext() {
    deliver { updates.popPrepared() }
  }

  private func deliver(_ take: () -> Update?) {
    outlet.deliver(take, again: deliverLater)
  }

  /// For updates whose turn came while a delivery had turned the run loop.
  private func deliverLater() {
    scheduler.onMain { [weak self] in
      guard let self else { return }
      for _ in 0..<updates.count { deliverNext() }
    }
  }
}
