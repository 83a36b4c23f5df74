public import Synchronization

/// Merges what any thread submits, and delivers it on the main thread when its policy says so.
///
/// One coalescer serves one view. Make it where the view's owner is made, say in
/// ``deliver(to:_:)-(_,(Target,Update)->Void)`` who takes the deliveries, and submit from anywhere:
///
///     final class FilesViewController: UIViewController {
///       nonisolated let reload = Coalescer<UpdateCount>(.throttle(interval: .milliseconds(100)))
///
///       override func viewDidLoad() {
///         reload.deliver(to: self) { files, _ in files.tableView.reloadData() }
///       }
///       nonisolated func filesChanged() { reload.setNeedsUpdate() }
///     }
///
/// The update's type says *what* a delivery carries (``Mergeable``), the policy *when* it comes
/// (``DeliveryPolicy``). Nothing is lost, the last update always comes, deliveries are made on main
/// only, never two at once and never inside each other. Nothing is delivered inside
/// ``submit(_:)``, for a change is often announced before it is made, unless the policy says so by
/// name. On main the next pass is after the change; a background thread that announces a change and
/// then makes it races main whatever one does, so let it submit afterwards.
///
/// Where powers meet: a pause wins over everything, ``flush()`` and ``submit(_:within:)`` included; a
/// bound is met at ``resume()``. While an asynchronous handler is in flight, a bound is next in line.
/// A second `deliver` replaces the first handler. When the target is gone, what waits is dropped and
/// the coalescer has ended. A handler cannot throw: what fails inside it is submitted again by it.
///
/// The target is held weakly. The handler, and what it captures, is let go of by ``cancel()`` and when
/// the coalescer ends, on main only. Values that wait are another matter: one that a newer one
/// replaces ends on the thread that submitted that.
///
/// Price: a submission takes 6–20 ns and no lock, but for the first of each batch (a hop to main or a
/// timer, 1–2 µs), with ``DebouncePolicy`` a clock reading more. Updates other than counts and flags
/// are merged under a lock of their own.
///
/// Thread safety: every member may be used from any thread unless it says otherwise.
public final class Coalescer<Update: Mergeable>: UpdateStrategy {
  @usableFromInline let outbox: Outbox<Update>
  @usableFromInline let engine: DeliveryEngine

  /// Makes a coalescer that has nobody to deliver to yet; what is submitted before that waits.
  /// - Parameters:
  ///   - policy: when deliveries are made.
  ///   - leeway: by how much the policy's timers may be late, for the system to save power; a
  ///     submission's own bound has none.
  ///   - group: the views that this one shares main with; nil for none.
  ///   - scheduler: where time, the timer and main come from. `DispatchScheduler(mainQueue:)` with a
  ///     serial queue of your own delivers there, as for a server's writes; ``DispatchScheduler/main``
  ///     is what views need.
  public init(
    _ policy: some DeliveryPolicy, leeway: Duration = .zero, in group: CoalescerGroup? = nil,
    scheduler: any UpdateScheduler = DispatchScheduler.main
  ) {
    let outbox = Outbox<Update>()
    self.outbox = outbox
    engine = DeliveryEngine(
      policy, pending: outbox, scheduler: scheduler, leeway: leeway, group: group)
  }

  /// A coalescer that serves a group's members, and does so in passes of its own, whatever its policy.
  init(pacing policy: some DeliveryPolicy, scheduler: any UpdateScheduler) {
    let outbox = Outbox<Update>()
    self.outbox = outbox
    engine = DeliveryEngine(
      policy, pending: outbox, scheduler: scheduler, leeway: .zero, group: nil,
      mayDeliverInSubmit: false)
  }

  /// Merges one update. Any thread; bounded work; never waits for main.
  @inlinable
  public func submit(_ update: Update) {
    let count = outbox.pending.merge(update)
    if count >= engine.wakeAt.load(ordering: .relaxed) { engine.arrived(count) }
  }

  /// Merges one update that must not wait for longer than `bound`, and takes all before it along, in
  /// order: an error, the end of a stream, the user's own action. Any thread.
  /// - Parameters:
  ///   - update: the update.
  ///   - bound: until its delivery begins, main permitting; zero or less for main's next pass.
  public func submit(_ update: Update, within bound: Duration) {
    engine.arrived(outbox.pending.merge(update), within: bound.wholeNanoseconds)
  }

  /// Delivers what waits now, and returns when the handler has; an asynchronous one is only begun. On
  /// main only: stops with a sentence elsewhere. Inside a delivery, while one is in flight, and during
  /// a pause it delivers nothing.
  public func flush() {
    mainOnly(engine.scheduler, "flush()")
    engine.deliver()
  }

  /// Drops what waits; later submissions are delivered as ever.
  public func cancelPending() { engine.cancelPending() }

  /// Ends the coalescer: what waits is dropped, later submissions are ignored, the handler is let go
  /// of. Called on main, no delivery follows its return; from another thread, one that is already
  /// under way may still end. An asynchronous handler's task is cancelled.
  public func cancel() { engine.cancel() }

  /// Whether ``cancel()`` was called, or the target is gone.
  public var isCancelled: Bool { engine.isCancelled }

  /// Delivers nothing until ``resume()``: while the user scrolls, the view is off screen or the app in
  /// the background. Nothing is lost. A delivery that is under way ends. Twice is once.
  public func pause() { engine.pause() }

  /// Ends a pause: what has come meanwhile is delivered together, in main's next pass.
  public func resume() { engine.resume() }

  /// Forgets when the last delivery was: what waits, or comes next, need not keep its distance.
  public func reset() { engine.reset() }

  /// Changes the policy's settings, for what waits too: an interval, a price, a share. A policy of the
  /// same type goes on with what the old one knew; another type begins anew.
  public func setPolicy(_ policy: some DeliveryPolicy) { engine.setPolicy(policy) }

  /// How many updates wait; merged state counts as ``Mergeable/updateCount`` says. Exact when no other
  /// thread submits and no delivery is under way.
  public var pendingCount: Int { outbox.pending.count }

  /// Returns when everything that was submitted before the call has been delivered, or was dropped; at
  /// once when the task is cancelled. Delivers nothing itself. For tests, mostly.
  public func delivered() async { await engine.delivered() }
}

/// Stops where something that is main's is called elsewhere.
func mainOnly(_ scheduler: any UpdateScheduler, _ member: String) {
  guard !scheduler.isMain else { return }
  // Not `precondition`, whose sentence release builds leave out.
  fatalError(
    "\(member) was called off main. Call it on the main thread, or on its scheduler's queue.")
}
