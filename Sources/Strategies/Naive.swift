/// A delivery for every update.
///
/// Rule: submitted on main, an update is delivered inside `submit`; submitted elsewhere, it is
/// delivered on main in a hop of its own. Updates are delivered in the order of their submission,
/// so one submitted on main takes those before it along; one submitted on main inside a delivery
/// waits until that has ended.
///
/// Origin: calling `reloadData()` wherever the model changes.
///
/// Price: nothing waits but for main, and main pays for every single update: a burst of n costs n
/// deliveries, and while they last nothing else happens on main.
///
/// Thread safety: as ``UpdateStrategy`` says.
public final class Naive<Update: Sendable>: UpdateStrategy {
  private let scheduler: any UpdateScheduler
  private let outlet: Outlet<Update>
  private let buffer = UpdateBuffer<Update>()

  /// - Parameters:
  ///   - scheduler: where time and main come from.
  ///   - deliver: called on main with each update.
  public init(scheduler: any UpdateScheduler, deliver: @escaping @Sendable (Update) -> Void) {
    self.scheduler = scheduler
    outlet = Outlet(deliver)
  }

  /// For apps: delivers on the main actor.
  /// - Parameter deliver: called with each update.
  public convenience init(_ deliver: @escaping @MainActor (Update) -> Void) {
    self.init(scheduler: DispatchScheduler.main, deliver: onMainActor(deliver))
  }

  /// Hands over one update; on main it is delivered before this call returns.
  public func submit(_ update: Update) {
    guard !outlet.isCancelled else { return }
    _ = buffer.append(update)
    if scheduler.isMain && !outlet.isBusy {
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
