public import Coalesce

/// Buffers updates for the main thread to drain, including those that arrive during the drain.
///
/// Rule: updates are buffered in order. An update submitted on the main thread is delivered inside `submit`, after
/// those buffered before it. The first update that another thread submits posts a dispatch to the main thread, which
/// drains everything waiting. A drain delivers updates one after another until none is left. An update submitted inside
/// a delivery waits for its turn in the same drain. With a budget (`main-drain-bounded`), a drain stops when the budget
/// is used up, and continues in the main thread's next pass.
///
/// Origin: Texture's `ASMainSerialQueue`, but without a dispatch for each block, and without nested blocks.
///
/// Drawback: a delivery for every update. Without a budget, a producer faster than the deliveries keeps the main thread
/// from all other work; with a budget, a drain keeps it busy for at most the budget plus one delivery.
///
/// Thread safety: see `UpdateStrategy`.
public final class MainDrain<Update: Sendable>: UpdateStrategy {
  private let scheduler: any UpdateScheduler
  private let outlet: Outlet<Update>
  private let buffer = UpdateBuffer<Update>()
  private let budgetNanoseconds: UInt64
  private let state = Locked(State())

  private struct State {
    var isPosted = false
    /// How much of the budget has been used since it was last renewed.
    var spentNanoseconds: UInt64 = 0
  }

  /// Makes a strategy that delivers on the scheduler's main thread. Without a budget, drains have no time limit.
  public init(
    budget: Duration? = nil,
    scheduler: any UpdateScheduler,
    deliver: @escaping @Sendable (Update) -> Void
  ) {
    self.scheduler = scheduler
    outlet = Outlet(scheduler, deliver)
    budgetNanoseconds = budget?.wholeNanoseconds ?? .max
  }

  /// Makes a strategy that delivers on the main actor, for apps.
  public convenience init(
    budget: Duration? = nil, _ deliver: @escaping @MainActor (Update) -> Void
  ) {
    self.init(budget: budget, scheduler: DispatchScheduler.main, deliver: onMainActor(deliver))
  }

  /// Buffers one update. On the main thread, outside deliveries, delivers it before returning if the budget allows.
  public func submit(_ update: Update) {
    guard !outlet.isCancelled else { return }
    buffer.append(update)
    guard scheduler.isMain else { return post() }
    guard !outlet.isBusy else { return }
    let mayDrain = state.withLock { $0.spentNanoseconds < budgetNanoseconds }
    let wasMissed = mayDrain ? drain() : nil
    // The drains inside `submit` share the budget of their pass, which only a dispatch renews.
    let mustRenew = budgetNanoseconds != .max && state.withLock { $0.spentNanoseconds > 0 }
    if wasMissed == true || buffer.count > 0 || mustRenew { post() }
  }

  /// Delivers what is pending, whatever the budget. On the main thread only.
  public func flush() {
    guard outlet.enter() else { return }
    for _ in 0..<buffer.count {
      guard let update = buffer.popFirst() else { break }
      outlet.call(update)
    }
    if outlet.leave() || buffer.count > 0 { post() }
  }

  /// Ends the strategy and drops what is pending.
  public func cancel() {
    outlet.cancel()
    buffer.removeAll()
  }

  /// How many updates are waiting for a drain.
  public var pendingCount: Int { buffer.count }

  /// Posts a dispatch that drains the buffer with a new budget, unless such a dispatch is already posted.
  private func post() {
    let isFirst = state.withLock { state in
      defer { state.isPosted = true }
      return !state.isPosted
    }
    guard isFirst else { return }
    scheduler.onMain { [weak self] in
      guard let self else { return }
      state.withLock { $0.spentNanoseconds = 0 }
      let wasMissed = drain()
      // Not sooner: if the next dispatch were posted during the drain, other work would wait for two drains.
      state.withLock { $0.isPosted = false }
      guard let wasMissed else { return }
      if wasMissed || buffer.count > 0 { return post() }
      state.withLock { $0.spentNanoseconds = 0 }
    }
  }

  /// Delivers one pending update, then more while the budget lasts. Returns whether a caller was turned away meanwhile;
  /// nil inside a delivery, where nothing is delivered.
  private func drain() -> Bool? {
    guard outlet.enter() else { return nil }
    let start = scheduler.nowNanoseconds
    let spentBefore = state.withLock { $0.spentNanoseconds }
    var spent = spentBefore
    while let update = buffer.popFirst() {
      outlet.call(update)
      spent = spentBefore + (scheduler.nowNanoseconds - start)
      guard spent < budgetNanoseconds else { break }
    }
    state.withLock { $0.spentNanoseconds = spent }
    return outlet.leave()
  }
}
