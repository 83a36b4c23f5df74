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
/// made on the main thread only, never two at once and never inside each other.
///
/// Nothing is delivered inside ``submit(_:)``, unless the policy asks for it with
/// ``DeliveryPolicy/deliversInSubmit``: a change is often announced before it is made. By the main
/// thread's next pass, a change announced on the main thread has been made. A background thread
/// that announces a change and then makes it races with the main thread: let it submit afterwards.
///
/// A pause wins over everything, even ``flush()`` and ``submit(_:within:)``; a bound is met at
/// ``resume()``. While an asynchronous handler is in flight, an update with a bound comes next. A
/// second `deliver` replaces the first handler. When the target is gone, pending updates are
/// dropped and the coalescer has ended. A handler cannot throw: if something fails inside it, it
/// submits that again.
///
/// The target is held weakly. The handler and what it captures are released on the main thread
/// only, by ``cancel()`` and when the coalescer ends. A pending value that a newer one replaces is
/// released on the thread that submitted the newer one.
///
/// Drawback: a submission takes 6–20 ns and no lock. The first of each batch takes 1–2 µs, for a
/// hop to the main thread or a timer. ``DebouncePolicy`` also reads the clock. Updates other than
/// counts and flags are merged under a lock of their own.
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
  ///   - group: the group of views that share the main thread; nil for none.
  ///   - scheduler: provides time, the timer and the main thread. Views need
  ///     ``DispatchScheduler/main``. To deliver on a serial queue of your own, as a server that
  ///     writes does, pass `DispatchScheduler(mainQueue:)`.
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

  /// Merges one update. Any thread; bounded work; never waits for the main thread.
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
  ///   - bound: the longest time until its delivery begins, if the main thread is free; zero or
  ///     less for the main thread's next pass.
  public func submit(_ update: Update, within bound: Duration) {
    engine.arrived(outbox.pending.merge(update), within: bound.wholeNanoseconds)
  }

  /// Delivers what is pending and returns when the handler has returned; an asynchronous handler is
  /// only started. On the main thread only: elsewhere it stops the program and says why. Inside a
  /// delivery, while one is in flight and during a pause it delivers nothing.
  public func flush() {
    mainOnly(engine.scheduler, "flush()")
    engine.deliver()
  }

  /// Drops what is pending. Later submissions are delivered as usual.
  public func cancelPending() { engine.cancelPending() }

  /// Ends the coalescer: drops what is pending, ignores later submissions, releases the handler and
  /// cancels an asynchronous handler's task. When called on the main thread, nothing is delivered
  /// after it returns. When called on another thread, a delivery that is under way may still
  /// finish.
  public func cancel() { engine.cancel() }

  /// Whether ``cancel()`` was called or the target is gone.
  public var isCancelled: Bool { engine.isCancelled }

  /// Stops deliveries until ``resume()``, while the user scrolls, say, or the view is off screen.
  /// Nothing is lost. A delivery that is under way finishes. Calling it twice has the effect of calling it once.
  public func pause() { engine.pause() }

  /// Ends a pause. What has come meanwhile is delivered together, in the main thread's next pass.
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

/// Setting the handler.
extension Coalescer {
  /// Sets a handler that needs no target. It is called on the main thread with everything that was
  /// merged, and kept until ``cancel()`` or until the coalescer ends. It replaces an earlier
  /// handler; call this on the main thread if there is one.
  public func deliver(_ handler: @escaping @Sendable (Update) -> Void) {
    attach(
      .plain { update in
        handler(update)
        return true
      })
  }

  /// Makes a coalescer with its handler.
  /// - Parameters:
  ///   - policy: decides when deliveries are made.
  ///   - leeway: how late the policy's timers may be.
  ///   - group: the group of views that share the main thread; nil for none.
  ///   - scheduler: provides time, the timer and the main thread.
  ///   - deliver: called on the scheduler's main thread with everything that was merged.
  public convenience init(
    _ policy: some DeliveryPolicy, leeway: Duration = .zero, in group: CoalescerGroup? = nil,
    scheduler: any UpdateScheduler, deliver: @escaping @Sendable (Update) -> Void
  ) {
    self.init(policy, leeway: leeway, in: group, scheduler: scheduler)
    self.deliver(deliver)
  }

  /// Makes a coalescer with a handler that needs no `self`.
  /// - Parameters:
  ///   - policy: decides when deliveries are made.
  ///   - leeway: how late the policy's timers may be.
  ///   - group: the group of views that share the main thread; nil for none.
  ///   - deliver: called on the main actor with everything that was merged.
  public convenience init(
    _ policy: some DeliveryPolicy, leeway: Duration = .zero, in group: CoalescerGroup? = nil,
    _ deliver: @escaping @MainActor (Update) -> Void
  ) {
    self.init(policy, leeway: leeway, in: group)
    self.deliver { update in MainActor.assumeIsolated { deliver(update) } }
  }

  /// Sets the target and its handler. Updates submitted before are delivered in the main thread's
  /// next pass. The coalescer's scheduler must be virtual or that of the main queue.
  /// - Parameters:
  ///   - target: held weakly. Once it is gone, the coalescer has ended.
  ///   - handler: called on the main actor with the target and everything that was merged.
  @MainActor
  public func deliver<Target: AnyObject>(
    to target: Target, _ handler: @escaping @MainActor (Target, Update) -> Void
  ) {
    let held = WeakTarget(target)
    attach(
      .plain { update in
        MainActor.assumeIsolated {
          guard let target = held.target else { return false }
          handler(target, update)
          return true
        }
      })
  }

  /// Sets the target and an asynchronous handler, for one that awaits a diffable data source, say.
  /// A delivery lasts until the handler returns. There is one at a time: what is submitted
  /// meanwhile comes with the next.
  ///
  /// Real time only: tasks do not run in virtual time.
  /// - Parameters:
  ///   - target: held weakly between deliveries. Once it is gone, the coalescer has ended.
  ///   - handler: called on the main actor with the target and everything that was merged.
  ///     ``cancel()`` cancels its task.
  @MainActor
  public func deliver<Target: AnyObject>(
    to target: Target, _ handler: @escaping @MainActor (Target, Update) async -> Void
  ) {
    let held = WeakTarget(target)
    attach(
      .asynchronous { update in
        MainActor.assumeIsolated { () -> (@MainActor @Sendable () async -> Void)? in
          // Kept for this delivery: another target may have taken its place when the work begins.
          guard let target = held.target else { return nil }
          return { await handler(target, update) }
        }
      })
  }

  private func attach(_ handler: Outbox<Update>.Handler) {
    guard !isCancelled else { return }
    outbox.setHandler(handler)
    engine.open()
    if isCancelled { outbox.releaseHandler(on: engine.scheduler) }
  }
}

/// A target, held weakly.
///
/// Thread safety: `target` on the main actor only.
private final class WeakTarget<Target: AnyObject>: @unchecked Sendable {
  // Proof of `@unchecked`: set once, before anybody else has it; read on the main actor alone.
  private(set) weak var target: Target?

  init(_ target: Target) { self.target = target }
}

/// Stops where something that is main's is called elsewhere.
func mainOnly(_ scheduler: any UpdateScheduler, _ member: String) {
  guard !scheduler.isMain else { return }
  // Not `precondition`, whose sentence release builds leave out.
  fatalError(
    "\(member) was called off main. Call it on the main thread, or on its scheduler's queue.")
}
