/// Merges updates from any thread, and delivers them on the main thread when its pace says so.
///
/// One coalescer serves one view. Make it in the view's owner, set the handler, and submit from anywhere:
///
///     final class FilesViewController: UIViewController {
///       nonisolated let reload = Reload(.throttle(for: .milliseconds(100)))
///
///       override func viewDidLoad() {
///         reload.onDelivery(to: self) { files in files.tableView.reloadData() }
///       }
///       nonisolated func filesChanged() { reload.setNeedsUpdate() }
///     }
///
/// The update's type decides *what* a delivery carries (``Mergeable``), the pace *when* it happens (``Pace``). No
/// update is lost, and the last one is always delivered, unless its handler threw; then it stays pending. Deliveries
/// are made on the main thread only, one at a time and never nested.
///
/// Nothing is delivered inside `submit(_:)`, because a change is often announced before it is made. A change announced
/// on the main thread has been made by the next pass. A background thread that announces a change and then makes it
/// races with the main thread: let it submit after the change.
///
/// A pause holds back everything, even ``flush()`` and `submit(_:within:)`; everything pending is delivered when the
/// last pause ends. While an asynchronous handler is in flight, an update with a bound has to wait for the next
/// delivery. A second `onDelivery` replaces the first handler. When the target is gone, all pending updates wait for
/// the next `onDelivery(to:)`; with `keepsUndelivered: false` they are dropped.
///
/// **Handlers** may be synchronous or asynchronous, with or without a target, and may take the merged update. A
/// delivery lasts until its handler returns; there is one at a time, and the next one carries everything submitted
/// meanwhile. If a handler throws, its update is merged with newer ones, as the oldest, and delivered with the next
/// submission, by ``flush()``, or when a pause ends: there is no automatic retry. The cost of an asynchronous handler
/// is at most the CPU time that the main thread uses meanwhile. Tasks run in real time only, not in virtual time.
///
/// The target is held weakly between deliveries. The handler is released on the main thread only: when another replaces
/// it, when its target is gone, by ``cancel()`` or with the coalescer. A released coalescer drops what is pending; an
/// asynchronous handler finishes unless set with ``NewerUpdate/cancel``. On a queue, a task that outlives the
/// coalescer releases the handler where it ends. Any thread may release a replaced value.
///
/// Drawback: a submission takes 6–20 ns; the first of each batch takes 1–2 µs, to dispatch to the main thread or set a
/// timer. With ``Pace/debounce(for:maximum:leading:)``, each submission also reads the clock. Updates other than counts and
/// flags are merged under a lock, so submissions on several threads may wait for each other.
///
/// Thread safety: every member may be used from any thread unless it says otherwise.
public final class Coalescer<Update: Mergeable>: UpdateStrategy {
  @usableFromInline let outbox: Outbox<Update>
  @usableFromInline let engine: DeliveryEngine

  /// Makes a coalescer without a handler; updates wait until one is set.
  /// - Parameters:
  ///   - pace: decides when deliveries are made.
  ///   - place: where deliveries are made: on the main thread, unless it says otherwise.
  ///   - keepsUndelivered: whether updates are kept for the next target once the target is gone. If not, an update that
  ///     another thread submits while the next target is being set may be dropped, too. Updates submitted before the
  ///     first target are always kept.
  public init(
    _ pace: Pace = .adaptive, on place: DeliveryPlace = .main, keepsUndelivered: Bool = true
  ) {
    outbox = Outbox(place.scheduler)
    engine = DeliveryEngine(
      pace.policy, outbox: outbox, place: place, dropsUndeliverable: !keepsUndelivered)
  }

  /// Merges one update. Any thread may call this; the work is bounded and waits for no delivery.
  @inlinable
  public func submit(_ update: consuming Update) { submitted(outbox.store.merge(update)) }

  /// Calls the engine if it asked to be called at `count` pending submissions or fewer.
  @inlinable
  func submitted(_ count: Int) {
    if count >= engine.wakeAt.load(ordering: .relaxed) { engine.arrive(count) }
  }

  /// Merges one update that must not wait longer than `bound`, such as an error or a stream's end. Everything submitted
  /// earlier is delivered with it, in order. Any thread may call this; it waits for no delivery. `bound` is
  /// the longest time until the delivery begins, if the main thread is free; zero or less means the next pass.
  public func submit(_ update: Update, within bound: Duration) {
    _ = outbox.store.merge(update)
    engine.arrive(within: bound.wholeNanoseconds)
  }

  /// Delivers what is pending and returns when the handler has returned; an asynchronous handler is only started. Call
  /// this on the main thread or, for a coalescer with its own queue, on any thread, but not on a queue that this queue
  /// targets; any other call stops the program. Does nothing while a delivery is under way or during a pause.
  public func flush() {
    if engine.scheduler.isMain || !engine.scheduler.runOnMain({ engine.deliver(takesAll: true) }) {
      require(
        engine.scheduler.isMain,
        "flush() was called off the main thread. Call it there, on its scheduler's queue or, in virtual time, outside "
          + "the run.")
      engine.deliver(takesAll: true)
    }
  }

  /// Drops what is pending and, with ``NewerUpdate/cancel``, what is in flight. If a handler is running and then
  /// throws, its update is dropped, too. Later updates are delivered as usual.
  public func cancelPending() { engine.cancelPending() }

  /// Ends the coalescer: drops what is pending, ignores later submissions, releases the handler and cancels an
  /// asynchronous handler's task. When called on the main thread, nothing is delivered after it returns. When called on
  /// another thread, a delivery that has just begun may still call the handler, and a delivery under way finishes.
  public func cancel() { engine.cancel() }

  /// Whether ``cancel()`` was called.
  public var isCancelled: Bool { engine.isCancelled }

  /// Stops deliveries, for example while the user scrolls. Nothing is lost. A delivery that is under way finishes.
  /// - Parameter longest: the time after which the pause ends by itself; nil for no limit.
  /// - Returns: the pause. It lasts until it is ended or released; deliveries resume when no pause is left.
  public func pause(atMost longest: Duration? = nil) -> DeliveryPause {
    DeliveryPause(engine, atMost: longest)
  }

  /// Forgets the last delivery, so that the next one does not wait because of it. Does nothing to a policy of your own.
  public func resetTiming() { engine.resetTiming() }

  /// The pace given last. A new one applies to pending updates, too. If only its settings change, it keeps what it has
  /// learnt. A pace of another kind, or your own, starts afresh, but knows how long the oldest pending update has
  /// waited.
  public var pace: Pace {
    get { Pace(engine.givenPolicy) }
    set { engine.setPolicy(newValue.policy) }
  }

  /// Delivers at `pace` while the view cannot be seen, such as every few seconds. Nil returns to ``pace``; pending
  /// updates are then due at once. To deliver nothing meanwhile, hold a ``pause(atMost:)``.
  ///
  ///     func viewDidDisappear(_ animated: Bool) { reload.setHidden(.throttle(for: .seconds(2))) }
  ///     func viewWillAppear(_ animated: Bool) { reload.setHidden(nil) }
  public func setHidden(_ pace: Pace?) { engine.hide(pace?.policy) }

  /// The sum of the pending updates' ``Mergeable/updateCount``. Exact while nothing is being submitted or delivered.
  public var pendingCount: Int { outbox.store.count }

  /// Counts and times since the coalescer was made. Counting adds nothing to the cost of a submission.
  public var statistics: DeliveryStatistics { engine.statistics }

  /// Waits until everything submitted before the call has been delivered, or was left out by `keepingNewest:`. Use it
  /// before quitting and in tests. Starts a delivery only if an update is pending because its handler threw. If
  /// ``NewerUpdate/cancel`` interrupts a delivery, waits until that delivery's update is delivered.
  /// - Throws: a ``DeliveryError`` as soon as something is not delivered, or cannot be for now; `CancellationError` if
  ///   the task was cancelled.
  public nonisolated(nonsending) func waitUntilDelivered() async throws {
    try await engine.delivered()
  }

  func attach(
    _ receiver: Outbox<Update>.Receiver, _ member: String, cancelsInFlight: Bool = false
  ) {
    guard !isCancelled else { return }
    // The receiver is looked up on the main thread only, because looking up a target may release it.
    // A loop that has been left has no target that this could release.
    let (isOlderLoop, loop) = outbox.receiver.read { ($0?.isLoop, $0?.isLoop == true ? $0 : nil) }
    let isOlderGone =
      engine.scheduler.isMain
      ? !outbox.findReceiver() : isOlderLoop == nil || loop?.isAlive() == false
    require(
      isOlderGone || isOlderLoop ?? receiver.isLoop == receiver.isLoop,
      "\(member) was given to a coalescer that has a \(receiver.isLoop ? "handler" : "loop over its 'deliveries'"). "
        + "A coalescer delivers to one of them only: give the other a coalescer of its own.")
    outbox.receiver.replace(receiver, on: engine.scheduler)
    engine.attach(isOlderGone: isOlderGone, cancelsInFlight: cancelsInFlight)
    if isCancelled { outbox.releaseHandler() }
  }
}

/// A coalescer of updates that carry no data: the handler reads the model.
public typealias Reload = Coalescer<UpdateCount>

/// What happens to an asynchronous handler in flight when a newer update is due.
public enum NewerUpdate: Sendable {
  /// The newer update waits until the handler has returned.
  case wait
  /// The handler's task is cancelled, and the newer update is delivered once the handler has returned, merged with the
  /// older one if the handler threw. So a handler slower than the pace finishes only when updates stop for a while.
  case cancel
}

/// Stops the program if main-actor code would run off the main actor.
func mainActorOnly(_ scheduler: any UpdateScheduler, _ member: String) {
  require(
    scheduler.isMainActor,
    "\(member) needs the main actor, but this coalescer delivers on a queue of its own. Use "
      + "'onQueueDelivery(_:)', or loop over its 'deliveries'.")
}

/// Runs `body`. Stops the program if the caller is off the main actor, as a simulation may be.
func assumeMainActor<Result: Sendable>(_ body: @MainActor () throws -> Result) rethrows -> Result {
  require(
    DispatchScheduler.main.isMain,
    "A main-actor handler was called off the main actor. Mark a test in virtual time with '@MainActor'."
  )
  return try MainActor.assumeIsolated(body)
}
