public import Coalesce

/// Prepares each update on a serial queue, then delivers it on the main thread.
///
/// Rule: the strategy has a serial queue, which goes on preparing updates during deliveries. Nothing is merged, updates
/// are delivered in the order of submission, and nothing is delivered inside `submit`.
///
/// Origin: RxStream's `Dispatch`, whose dispatch methods are values that can be chained (background, then main thread).
///
/// Drawback: a delivery and two dispatches for each update, one to the queue and one to the main thread.
///
/// Thread safety: see `UpdateStrategy`.
public final class DispatchChain<Update: Sendable>: UpdateStrategy {
  private struct State {
    /// The unprepared updates. The first stays here while the queue prepares it, so that a flush need not wait.
    var raw = FIFO<Update>()
    var prepared = FIFO<Update>()
    /// How many updates have left `raw`, which is also the number of the first update in `raw`.
    var firstNumber = 0

    mutating func popRaw() -> Update? {
      firstNumber += 1
      return raw.popFirst()
    }
  }

  private let scheduler: any SourceScheduler
  private let outlet: Outlet<Update>
  private let queue: any UpdateQueue
  private let prepare: @Sendable (Update) -> Update
  private let state = Locked(State())

  /// Makes a strategy that delivers on the scheduler's main thread.
  /// - Parameters:
  ///   - scheduler: provides the serial queue and the main thread.
  ///   - prepare: the background work, which returns the update to deliver. ``flush()`` calls it on the main thread for
  ///     updates that are not prepared yet, so it may be called twice for one update.
  ///   - deliver: called on the main thread with each prepared update.
  public init(
    scheduler: any SourceScheduler,
    prepare: @escaping @Sendable (Update) -> Update = { $0 },
    deliver: @escaping @Sendable (Update) -> Void
  ) {
    self.scheduler = scheduler
    self.prepare = prepare
    outlet = Outlet(scheduler, deliver)
    queue = scheduler.makeQueue(label: "dispatch-chain")
  }

  /// Makes a strategy that delivers on the main actor, for apps.
  public convenience init(
    prepare: @escaping @Sendable (Update) -> Update = { $0 },
    _ deliver: @escaping @MainActor (Update) -> Void
  ) {
    self.init(scheduler: DispatchScheduler.main, prepare: prepare, deliver: onMainActor(deliver))
  }

  /// Hands one update to the queue.
  public func submit(_ update: Update) {
    guard !outlet.isCancelled else { return }
    state.withLock { $0.raw.append(update) }
    queue.async { [weak self, scheduler] release in
      self?.prepareNext()
      scheduler.onMain { [weak self] in self?.deliverNext() }
      release()
    }
  }

  /// Delivers the pending updates, one after another. On the main thread only.
  public func flush() {
    for _ in 0..<pendingCount { outlet.deliver(popFirst, again: deliverLater) }
  }

  /// Ends the strategy and drops what is pending.
  public func cancel() {
    outlet.cancel()
    var dropped = State()
    // Release the updates outside the lock, because an update's deinit may call this strategy.
    state.withLock { swap(&$0, &dropped) }
  }

  /// How many updates are waiting for delivery, prepared or not.
  public var pendingCount: Int { state.withLock { $0.raw.count + $0.prepared.count } }

  private func prepareNext() {
    let (number, update) = state.withLock { ($0.firstNumber, $0.raw.first) }
    guard let update else { return }
    let prepared = prepare(update)
    state.withLock { state in
      // A flush may have taken the update meanwhile.
      guard state.firstNumber == number, state.popRaw() != nil else { return }
      state.prepared.append(prepared)
    }
  }

  /// Takes the first prepared update. If nothing is prepared, takes the first unprepared update and prepares it here.
  private func popFirst() -> Update? {
    let (prepared, raw) = state.withLock { state -> (Update?, Update?) in
      if let update = state.prepared.popFirst() { return (update, nil) }
      return (nil, state.popRaw())
    }
    return prepared ?? raw.map(prepare)
  }

  /// Delivers the first prepared update. There may be none, because a flush may have taken it.
  private func deliverNext() {
    outlet.deliver({ state.withLock { $0.prepared.popFirst() } }, again: deliverLater)
  }

  /// Delivers the updates whose own blocks delivered nothing, because they ran while a delivery turned the run loop.
  private func deliverLater() {
    scheduler.onMain { [weak self] in
      guard let self else { return }
      for _ in 0..<pendingCount { deliverNext() }
    }
  }
}
