public import Coalesce

/// A delivery for every update.
///
/// Rule: submitted on main, an update is delivered inside `submit`; submitted elsewhere, it is
/// delivered on main in a hop of its own. Updates are delivered in the order of their submission,
/// so one submitted on main takes those before it along; one submitted on main inside a delivery
/// waits until that has ended. With `alwaysHops` (`row-changes`), an update submitted on main has a
/// hop of its own as well, and nothing is ever delivered inside `submit`.
///
/// Origin: calling `reloadData()` wherever the model changes; with `alwaysHops`, one
/// `DispatchQueue.main.async` around each `insertRows` or `deleteRows`.
///
/// Price: nothing waits but for main, and main pays for every single update: a burst of n costs n
/// deliveries, and while they last nothing else happens on main.
///
/// Thread safety: as ``UpdateStrategy`` says.
public final class Naive<Update: Sendable>: UpdateStrategy {
  private let scheduler: any UpdateScheduler
  private let outlet: Outlet<Update>
  private let buffer = UpdateBuffer<Update>()
  private let alwaysHops: Bool

  /// - Parameters:
  ///   - alwaysHops: whether an update submitted on main waits for a hop, too.
  ///   - scheduler: where time and main come from.
  ///   - deliver: called on main with each update.
  public init(
    alwaysHops: Bool = false, scheduler: any UpdateScheduler,
    deliver: @escaping @Sendable (Update) -> Void
  ) {
    self.alwaysHops = alwaysHops
    self.scheduler = scheduler
    outlet = Outlet(scheduler, deliver)
  }

  /// For apps: delivers on the main actor.
  /// - Parameters:
  ///   - alwaysHops: whether an update submitted on main waits for a hop, too.
  ///   - deliver: called with each update.
  public convenience init(
    alwaysHops: Bool = false, _ deliver: @escaping @MainActor (Update) -> Void
  ) {
    self.init(
      alwaysHops: alwaysHops, scheduler: DispatchScheduler.main, deliver: onMainActor(deliver))
  }

  /// Hands over one update; on main it is delivered before this call returns, unless all must hop.
  public func submit(_ update: Update) {
    guard !outlet.isCancelled else { return }
    _ = buffer.append(update)
    if !alwaysHops && scheduler.isMain && !outlet.isBusy {
      flush()
    } else {
      hop()
    }
  }

  /// Delivers, one after another, the updates that are pending now. On main only.
  public func flush() {
    for _ in 0..<buffer.count { deliverNext() }
  }

  /// Ends the strategy; what is pending is dropped.
  public func cancel() {
    outlet.cancel()
    buffer.removeAll()
  }

  /// How many updates wait for their hop.
  public var pendingCount: Int { buffer.count }

  private func hop() {
    scheduler.onMain { [weak self] in self?.deliverNext() }
  }

  private func deliverNext() {
    outlet.deliver({ buffer.popFirst() }, again: flushLater)
  }

  /// For updates whose turn came while a delivery had turned the run loop.
  private func flushLater() {
    scheduler.onMain { [weak self] in self?.flush() }
  }
}

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
