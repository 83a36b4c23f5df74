/// A serial queue for each view: one application for each update, in order.
///
/// Rule: each update joins its view's serial queue and holds it until it has been delivered on
/// main; only then may the next one of that view start. Nothing is merged and nothing is delivered
/// inside `submit`, so the data source, changed in the delivery, and the view never disagree.
///
/// Origin: `BDUIViewUpdateQueue` (`updateView:block:`), whose queue was held only while it enqueued
/// and so ordered nothing; this one keeps the promise. Views come and go with their strategy:
/// there is no dictionary of queues that could grow.
///
/// Price: two hops for each update, one to the queue and one to main, and a delivery for each.
///
/// Thread safety: as ``UpdateStrategy`` says.
public final class ViewQueue<Update: Sendable>: UpdateStrategy {
  private let scheduler: any UpdateScheduler
  private let outlet: Outlet<Update>
  private let buffer = UpdateBuffer<Update>()
  private let queue: any UpdateQueue

  /// - Parameters:
  ///   - scheduler: where the serial queue and main come from.
  ///   - deliver: called on main with each update.
  public init(scheduler: any UpdateScheduler, deliver: @escaping @Sendable (Update) -> Void) {
    self.scheduler = scheduler
    outlet = Outlet(deliver)
    queue = scheduler.makeQueue(label: "view-queue")
  }

  /// For apps: delivers on the main actor.
  /// - Parameter deliver: called with each update.
  public convenience init(_ deliver: @escaping @MainActor (Update) -> Void) {
    self.init(scheduler: DispatchScheduler.main, deliver: onMainActor(deliver))
  }

  /// Adds one update to the view's queue.
  public func submit(_ update: Update) {
    guard !outlet.isCancelled else { return }
    _ = buffer.append(update)
    takeTurn()
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

  /// How many updates wait in the view's queue.
  public var pendingCount: Int { buffer.count }

  /// The queue holds turns, the buffer holds updates, so that a flush can overtake the queue and
  /// leave empty turns behind.
  private func takeTurn() {
    queue.async { [weak self, scheduler] release in
      scheduler.onMain { [weak self] in
        self?.deliverNext()
        release()
      }
    }
  }

  private func deliverNext() {
    outlet.deliver({ buffer.popFirst() }, again: flushLater)
  }

  /// For updates whose turn came while a delivery had turned the run loop.
  private func flushLater() {
    scheduler.onMain { [weak self] in self?.flush() }
  }
}
