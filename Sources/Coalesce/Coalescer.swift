public import Synchronization

/// Merges what any thread submits, and delivers it on the main thread when its policy says so.
///
/// One coalescer serves one view. Make it with the view's owner, set the handler with
/// `onDelivery(to:_:)`, and submit from anywhere:
///
///     final class FilesViewController: UIViewController {
///       nonisolated let reload = Coalescer<UpdateCount>(.throttle(for: .milliseconds(100)))
///
///       override func viewDidLoad() {
///         reload.onDelivery(to: self) { files in files.tableView.reloadData() }
///       }
///       nonisolated func filesChanged() { reload.setNeedsUpdate() }
///     }
///
/// The update's type says *what* a delivery carries (``Mergeable``), the pace *when* it comes
/// (``Pace``). Nothing is lost, and the last update is always delivered. Deliveries are
/// made on the main thread only, never two at once and never inside each other.
///
/// Nothing is delivered inside `submit(_:)`, unless the policy asks for it with
/// ``DeliveryPolicy/deliversInSubmit``: a change is often announced before it is made. By the main
/// thread's next pass, a change announced on the main thread has been made. A background thread
/// that announces a change and then makes it races with the main thread: let it submit afterwards.
///
/// A pause wins over everything, even ``flush()`` and `submit(_:within:)`; a bound is met when the
/// last pause ends. While an asynchronous handler is in flight, an update with a bound comes next. A
/// second `onDelivery` replaces the first handler. When the target is gone, what is pending waits for
/// the next `onDelivery(to:)`, however much that is; with `keepsUndelivered: false` it is dropped.
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
  ///   - pace: decides when deliveries are made.
  ///   - leeway: how late the policy's timers may be, so that the system can save power. The bound
  ///     of `submit(_:within:)` has no leeway.
  ///   - group: the group of views that share the main thread; nil for none.
  ///   - scheduler: provides time, the timer and the main thread, the same for a group and its
  ///     members. Views need ``DispatchScheduler/main``. To deliver on a serial queue of your own, as
  ///     a server that writes does, pass `DispatchScheduler(mainQueue:)`.
  ///   - frames: says when frames of the display begin; deliveries are then made at those, at most one in
  ///     each, when the pace allows. Not used in a group.
  ///   - keepsUndelivered: whether updates are kept once the target is gone, until there is another. If not, one
  ///     that another thread submits while the next target is being set may be dropped, too. What comes before the
  ///     first target is kept in any case.
  public init(
    _ pace: Pace, leeway: Duration = .zero, in group: CoalescerGroup? = nil,
    scheduler: any UpdateScheduler = DispatchScheduler.main,
    frames: (any FrameSource)? = nil, keepsUndelivered: Bool = true
  ) {
    let outbox = Outbox<Update>()
    self.outbox = outbox
    engine = DeliveryEngine(
      pace.policy, pending: outbox, scheduler: scheduler, leeway: leeway, group: group,
      frames: frames, dropsUndeliverable: !keepsUndelivered)
  }

  /// A coalescer that serves a group's members, and does so in passes of its own, whatever its
  /// policy.
  init(pacing pace: Pace, scheduler: any UpdateScheduler) {
    let outbox = Outbox<Update>()
    self.outbox = outbox
    engine = DeliveryEngine(
      pace.policy, pending: outbox, scheduler: scheduler, leeway: .zero, group: nil,
      mayDeliverInSubmit: false)
  }

  /// Merges one update. Any thread; bounded work; never waits for the main thread.
  @inlinable
  public func submit(_ update: consuming Update) {
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
  /// only started. On the main thread; for a coalescer on a queue of its own from any thread, which
  /// then waits for that queue. Elsewhere it stops the program and says why. Inside a delivery, while
  /// one is in flight and during a pause it delivers nothing.
  public func flush() {
    if engine.scheduler.isMain || !engine.scheduler.runOnMain({ engine.deliver() }) {
      mainOnly(engine.scheduler, "flush()")
      engine.deliver()
    }
  }

  /// Drops what is pending. Later submissions are delivered as usual.
  public func cancelPending() { engine.cancelPending() }

  /// Ends the coalescer: drops what is pending, ignores later submissions, releases the handler and
  /// cancels an asynchronous handler's task. When called on the main thread, nothing is delivered
  /// after it returns. When called on another thread, a delivery that the main thread has just begun
  /// may still call the handler (15 of 12 000 in a race made for it), and one under way finishes.
  public func cancel() { engine.cancel() }

  /// Whether ``cancel()`` was called.
  public var isCancelled: Bool { engine.isCancelled }

  /// Stops deliveries while the user scrolls, say, or the view is off screen. Nothing is lost. A
  /// delivery that is under way finishes.
  /// - Parameters:
  ///   - reason: names the pause. Each reason is ended by itself, and deliveries go on when none is left;
  ///     twice the same is once.
  ///   - longest: after how long the pause ends by itself; nil for never.
  public func pause(for reason: String = "", atMost longest: Duration? = nil) {
    engine.pause(reason, atMost: longest?.wholeNanoseconds ?? .max)
  }

  /// Ends a pause. When it was the last, what has come meanwhile is delivered together, in the main
  /// thread's next pass.
  public func resume(from reason: String = "") { engine.resume(reason) }

  /// Forgets the last delivery, so that the next one need not wait for its interval to end.
  public func resetTiming() { engine.reset() }

  /// Changes the pace or its settings, for pending updates too. A policy of the same type keeps
  /// what the old one knew; one of another type starts afresh, but knows how long the oldest pending
  /// update has waited.
  public func setPace(_ pace: Pace) { engine.setPolicy(pace.policy) }

  /// How many updates are pending, counted as ``Mergeable/updateCount`` says. Exact while no other
  /// thread submits and no delivery is under way.
  public var pendingCount: Int { outbox.pending.count }

  /// What was counted since the coalescer was made. Counting costs a submission nothing.
  public var counts: DeliveryCounts { engine.counts }

  /// Returns when everything submitted before the call has been delivered or dropped, and at once
  /// when the task is cancelled. It delivers nothing itself. Mostly for tests. Inside the
  /// coalescer's own handler, and without a handler, it would wait for ever.
  public func waitUntilDelivered() async { await engine.delivered() }
}

/// Setting the handler.
extension Coalescer {
  /// Sets a handler that needs no target. It is called on the main actor with everything that was
  /// merged, and kept until ``cancel()`` or until the coalescer ends. It replaces an earlier
  /// handler; call this on the main thread if there is one.
  public func onDelivery(_ handler: @escaping @MainActor (Update) -> Void) {
    mainActorOnly(engine.scheduler, "onDelivery(_:)")
    handle { update in MainActor.assumeIsolated { handler(update) } }
  }

  /// Sets a handler that does not ask what was merged.
  public func onDelivery(_ handler: @escaping @MainActor () -> Void) {
    onDelivery { (_: Update) in handler() }
  }

  /// Sets an asynchronous handler that needs no target, and may run anywhere, as one that saves with an
  /// actor does. Otherwise it is as an asynchronous handler with a target.
  public func onDelivery(
    newest: NewerUpdate = .waits, _ handler: @escaping @Sendable (Update) async throws -> Void
  ) {
    mainActorOnly(engine.scheduler, "onDelivery(newest:)")
    attach(
      Outbox.Receiver(
        handler: .asynchronous { update in { try await handler(update) } }),
      cancelsInFlight: newest == .cancels)
  }

  /// Sets a handler that is called on the scheduler's main thread, whichever that is.
  package func handle(_ handler: @escaping @Sendable (Update) -> Void) {
    attach(
      Outbox.Receiver(
        handler: .plain { update in
          handler(update)
          return true
        }))
  }

  /// Makes a coalescer with its handler, for a queue of one's own or for virtual time.
  /// - Parameters:
  ///   - pace: decides when deliveries are made.
  ///   - leeway: how late the policy's timers may be.
  ///   - group: the group of views that share the main thread; nil for none.
  ///   - scheduler: provides time, the timer and the main thread.
  ///   - handler: called on the scheduler's main thread with everything that was merged.
  public convenience init(
    _ pace: Pace, leeway: Duration = .zero, in group: CoalescerGroup? = nil,
    scheduler: any UpdateScheduler, onDelivery handler: @escaping @Sendable (Update) -> Void
  ) {
    self.init(pace, leeway: leeway, in: group, scheduler: scheduler)
    handle(handler)
  }

  /// Makes a coalescer with a handler that needs no `self`.
  /// - Parameters:
  ///   - pace: decides when deliveries are made.
  ///   - leeway: how late the policy's timers may be.
  ///   - group: the group of views that share the main thread; nil for none.
  ///   - frames: says when frames of the display begin.
  ///   - handler: called on the main actor with everything that was merged.
  public convenience init(
    _ pace: Pace, leeway: Duration = .zero, in group: CoalescerGroup? = nil,
    frames: (any FrameSource)? = nil, onDelivery handler: @escaping @MainActor (Update) -> Void
  ) {
    self.init(pace, leeway: leeway, in: group, frames: frames)
    onDelivery(handler)
  }

  /// Makes a coalescer with an asynchronous handler that needs no `self`.
  public convenience init(
    _ pace: Pace, onDelivery handler: @escaping @Sendable (Update) async throws -> Void
  ) {
    self.init(pace)
    onDelivery(handler)
  }

  /// Makes a coalescer with a handler that needs no `self` and does not ask what was merged.
  public convenience init(
    _ pace: Pace, leeway: Duration = .zero, in group: CoalescerGroup? = nil,
    frames: (any FrameSource)? = nil, onDelivery handler: @escaping @MainActor () -> Void
  ) where Update == UpdateCount {
    self.init(pace, leeway: leeway, in: group, frames: frames)
    onDelivery(handler)
  }

  /// Sets the target and its handler. Updates submitted before are delivered in the main thread's
  /// next pass.
  /// - Parameters:
  ///   - target: held weakly. Once it is gone, what comes waits for the next target.
  ///   - handler: called on the main actor with the target and everything that was merged.
  @MainActor
  public func onDelivery<Target: AnyObject>(
    to target: Target, _ handler: @escaping @MainActor (Target, Update) -> Void
  ) {
    mainActorOnly(engine.scheduler, "onDelivery(to:)")
    let held = WeakTarget(target)
    attach(
      Outbox.Receiver(
        isThere: { held.target != nil },
        handler: .plain { update in
          MainActor.assumeIsolated {
            guard let target = held.target else { return false }
            handler(target, update)
            return true
          }
        }))
  }

  /// Sets the target and a handler that is not called with what equals the last delivery.
  @MainActor
  public func onChange<Target: AnyObject>(
    to target: Target, _ handler: @escaping @MainActor (Target, Update) -> Void
  ) where Update: Equatable {
    let last = Locked<Update?>(nil)
    onDelivery(to: target) { target, update in
      let isSame = last.withLock { last in
        defer { last = update }
        return last == update
      }
      if !isSame { handler(target, update) }
    }
  }

  /// Sets the target and a handler that does not ask what was merged.
  @MainActor
  public func onDelivery<Target: AnyObject>(
    to target: Target, _ handler: @escaping @MainActor (Target) -> Void
  ) {
    onDelivery(to: target) { target, _ in handler(target) }
  }

  /// Sets the target and an asynchronous handler, for one that awaits a diffable data source or a
  /// search, say. A delivery lasts until the handler returns. There is one at a time: what is
  /// submitted meanwhile comes with the next.
  ///
  /// Where the handler throws, or was cancelled before it began, what it was given is put back beneath
  /// what has come since, and comes again when the pace says so. A handler that wants it dropped
  /// catches the error.
  ///
  /// What such a delivery takes of the main thread is taken to be no more than what the thread
  /// computed between the handler's start and its return, whatever that was for.
  ///
  /// Real time only: tasks do not run in virtual time.
  /// - Parameters:
  ///   - target: held weakly between deliveries. Once it is gone, what comes waits for the next target.
  ///   - newest: what becomes of a handler in flight when something newer is submitted.
  ///   - handler: called on the main actor with the target and everything that was merged.
  ///     ``cancel()`` cancels its task.
  @MainActor
  public func onDelivery<Target: AnyObject>(
    to target: Target, newest: NewerUpdate = .waits,
    _ handler: @escaping @MainActor (Target, Update) async throws -> Void
  ) {
    mainActorOnly(engine.scheduler, "onDelivery(to:)")
    let held = WeakTarget(target)
    attach(
      Outbox.Receiver(
        isThere: { held.target != nil },
        handler: .asynchronous { update in
          MainActor.assumeIsolated { () -> (@MainActor @Sendable () async throws -> Void)? in
            // Kept for this delivery: another target may have taken its place when the work begins.
            guard let target = held.target else { return nil }
            return { try await handler(target, update) }
          }
        }), cancelsInFlight: newest == .cancels)
  }

  /// Sets the target and an asynchronous handler that does not ask what was merged.
  @MainActor
  public func onDelivery<Target: AnyObject>(
    to target: Target, newest: NewerUpdate = .waits,
    _ handler: @escaping @MainActor (Target) async throws -> Void
  ) {
    onDelivery(to: target, newest: newest) { target, _ in try await handler(target) }
  }

  func attach(_ receiver: Outbox<Update>.Receiver, cancelsInFlight: Bool = false) {
    guard !isCancelled else { return }
    outbox.setReceiver(receiver)
    engine.open(cancelsInFlight: cancelsInFlight)
    if isCancelled { outbox.releaseHandler(on: engine.scheduler) }
  }
}

/// What becomes of an asynchronous handler in flight when something newer is submitted.
public enum NewerUpdate: Sendable {
  /// The newer update waits for it.
  case waits
  /// The handler's task is cancelled; the newer update is delivered once the handler has returned, at
  /// its pace.
  case cancels
}

/// A target, held weakly.
///
/// Thread safety: `target` on the main actor only.
final class WeakTarget<Target: AnyObject>: @unchecked Sendable {
  // Proof of `@unchecked`: set once, before anybody else has it; read on the main actor alone.
  private(set) weak var target: Target?

  init(_ target: Target) { self.target = target }
}

/// Stops where code of the main actor would run on another main thread.
func mainActorOnly(_ scheduler: any UpdateScheduler, _ member: String) {
  guard !scheduler.isMainActor else { return }
  fatalError(
    "\(member) needs the main actor, but this coalescer delivers on a queue of its own. Give it its "
      + "handler when you make it, or read it with 'for await'.")
}

/// Stops where something that is main's is called elsewhere.
func mainOnly(_ scheduler: any UpdateScheduler, _ member: String) {
  guard !scheduler.isMain else { return }
  // Not `precondition`, whose sentence release builds leave out.
  fatalError(
    "\(member) was called off the main thread. Call it on the main thread, or on its scheduler's queue; in virtual "
      + "time, from outside the run or from what runs on the main thread.")
}
