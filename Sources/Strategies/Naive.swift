public import Coalesce

/// Makes a delivery for every update.
///
/// Rule: an update submitted on the main thread is delivered inside `submit`; one submitted on another thread is
/// delivered on the main thread in a dispatch of its own. Updates are delivered in the order of submission. An update
/// submitted inside a delivery waits for the delivery's end. With `alwaysHops` (`row-changes`), an update submitted on
/// the main thread has a dispatch of its own, too, and nothing is ever delivered inside `submit`.
///
/// Origin: calling `reloadData()` wherever the model changes; with `alwaysHops`, one `DispatchQueue.main.async` around
/// each `insertRows` or `deleteRows`.
///
/// Drawback: a burst of n updates costs n deliveries, during which the main thread does nothing else.
///
/// Thread safety: see `UpdateStrategy`.
public final class Naive<Update: Sendable>: UpdateStrategy {
  private let scheduler: any UpdateScheduler
  private let outlet: Outlet<Update>
  private let buffer = UpdateBuffer<Update>()
  private let alwaysHops: Bool

  /// Makes a strategy that delivers on the scheduler's main thread.
  public init(
    alwaysHops: Bool = false, scheduler: any UpdateScheduler,
    deliver: @escaping @Sendable (Update) -> Void
  ) {
    self.alwaysHops = alwaysHops
    self.scheduler = scheduler
    outlet = Outlet(scheduler, deliver)
  }

  /// Makes a strategy that delivers on the main actor, for apps.
  public convenience init(
    alwaysHops: Bool = false, _ deliver: @escaping @MainActor (Update) -> Void
  ) {
    self.init(
      alwaysHops: alwaysHops, scheduler: DispatchScheduler.main, deliver: onMainActor(deliver))
  }

  /// Submits one update. On the main thread, outside deliveries, delivers it in this call, unless `alwaysHops` is set.
  public func submit(_ update: Update) {
    guard !outlet.isCancelled else { return }
    buffer.append(update)
    if !alwaysHops && scheduler.isMain && !outlet.isBusy {
      flush()
    } else {
      scheduler.onMain { [weak self] in self?.deliverNext() }
    }
  }

  /// Delivers the pending updates, one after another. On the main thread only.
  public func flush() {
    for _ in 0..<buffer.count { deliverNext() }
  }

  /// Ends the strategy and drops what is pending.
  public func cancel() {
    outlet.cancel()
    buffer.removeAll()
  }

  /// How many updates are waiting for delivery.
  public var pendingCount: Int { buffer.count }

  private func deliverNext() {
    outlet.deliver(buffer.popFirst) {
      // Dispatches that ran while this delivery turned the run loop delivered nothing, so their updates are pending.
      scheduler.onMain { [weak self] in self?.flush() }
    }
  }
}
