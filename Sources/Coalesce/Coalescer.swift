public import Synchronization

/// Merges what any thread submits, and delivers it on the main thread when its policy says so.
///
/// One coalescer serves one view. Make it with the view's owner, set the handler with
/// `deliver(to:_:)`, and submit from anywhere:
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
/// (``DeliveryPolicy``). Nothing is lost, and the last update is always delivered. Deliveries are
/// made on main only, never two at once and never inside each other.
///
/// Nothing is delivered inside ``submit(_:)``, unless the policy asks for it with
/// ``DeliveryPolicy/deliversInSubmit``: a change is often announced before it is made. By main's
/// next pass, a change announced on main has been made. A background thread that announces a change
/// and then makes it races with main: let it submit afterwards.
///
/// A pause wins over everything, even ``flush()`` and ``submit(_:within:)``; a bound is met at
/// ``resume()``. While an asynchronous handler is in flight, an update with a bound comes next. A
/// second `deliver` replaces the first handler. When the target is gone, pending updates are
/// dropped and the coalescer has ended. A handler cannot throw: if something fails inside it, it
/// submits that again.
///
/// The target is held weakly. The handler and what it captures are released on main only, by
/// ``cancel()`` and when the coalescer ends. A pending value that a newer one replaces is released
/// on the thread that submitted the newer one.
///
/// Drawback: a submission takes 6–20 ns and no lock. The first of each batch takes 1–2 µs, for a hop
/// to main or a timer. ``DebouncePolicy`` also reads the clock. Updates other than counts and flags
/// are merged under a lock of their own.
///
/// Thread safety: every member may be used from any thread unless it says otherwise.
public final class Coalescer<Update: Mergeable>: UpdateStrategy {
  @usableFromInline let outbox: Outbox<Update>
  @usableFromInline let engine: DeliveryEngine

  /// Makes a coalescer without a handler. What is submitted waits until one is set.
  /// - Parameters:
  ///   - policy: decides when deliveries are made.
  ///   - leeway: how late the policy's timers may be, so that the system can save power. The bound
  ///     of ``submit(_:within:)`` has no leeway.
  ///   - group: the group of views that share main; nil for none.
  ///   - scheduler: provides time, the timer and main. Views need ``DispatchScheduler/main``. To
  ///     deliver on a serial queue of your own, as a server that writes does, pass
  ///     `DispatchScheduler(mainQueue:)`.
  public init(
    _ policy: some DeliveryPolicy, leeway: Duration = .zero, in group: CoalescerGroup? = nil,
    scheduler: any UpdateScheduler = DispatchScheduler.main
  ) {
    let outbox = Outbox<Update>()
    self.outbox = outbox
    engine = DeliveryEngine(
      policy, pending: outbox, scheduler: scheduler, leeway: leeway, group: group)
  }

  /// A coalescer that serves a group's members, and does so in passes of its own, whatever its
  /// policy.
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

  /// Merges one update that must not wait longer than `bound`: an error, the end of a stream,
  /// something the user did. Everything submitted before is delivered with it, in order. Any
  /// thread.
  /// - Parameters:
  ///   - update: the update.
  ///   - bound: the longest time until its delivery begins, if main is free; zero or less for
  ///     main's next pass.
  public func submit(_ update: Update, within bound: Duration) {
    engine.arrived(outbox.pending.merge(update), within: bound.wholeNanoseconds)
  }

  /// Delivers what is pending and returns when the handler has returned; an asynchronous handler is
  /// only started. On main only: elsewhere it stops the program and says why. Inside a delivery,
  /// while one is in flight and during a pause it delivers nothing.
  public func flush() {
    mainOnly(engine.scheduler, "flush()")
    engine.deliver()
  }

  /// Drops what is pending. Later submissions are delivered as usual.
  public func cancelPending() { engine.cancelPending() }

  /// Ends the coalescer: drops what is pending, ignores later submissions, releases the handler and
  /// cancels an asynchronous handler's task. When called on main, nothing is delivered after it
  /// returns. When called on another thread, a delivery that is under way may still finish.
  public func cancel() { engine.cancel() }

  /// Whether ``cancel()`` was called or the target is gone.
  public var isCancelled: Bool { engine.isCancelled }

  /// Stops deliveries until ``resume()``, while the user scrolls, say, or the view is off screen.
  /// Nothing is lost. A delivery that is under way finishes. Calling it twice has the effect of calling it once.
  public func pause() { engine.pause() }

  /// Ends a pause. What has come meanwhile is delivered together, in main's next pass.
  public func resume() { engine.resume() }

  /// Forgets the last delivery, so that the next one need not wait for its interval to end.
  public func reset() { engine.reset() }

  /// Changes the policy or its settings, for pending updates too. A policy of the same type keeps
  /// what the old one knew; one of another type starts afresh.
  public func setPolicy(_ policy: some DeliveryPolicy) { engine.setPolicy(policy) }

  /// How many updates are pending, counted as ``Mergeable/updateCount`` says. Exact while no other
  /// thread submits and no delivery is under way.
  public var pendingCount: Int { outbox.pending.count }

  /// Returns when everything submitted before the call has been delivered or dropped, and at once
  /// when the task is cancelled. It delivers nothing itself. Mostly for tests.
  public func delivered() async { await engine.delivered() }
}

/// Stops where something that is main's is called elsewhere.
func mainOnly(_ scheduler: any UpdateScheduler, _ member: String) {
  guard !scheduler.isMain else { return }
  // Not `precondition`, whose sentence release builds leave out.
  fatalError(
    "\(member) was called off main. Call it on the main thread, or on its scheduler's queue.")
}
