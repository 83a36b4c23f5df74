public import Coalesce

/// Gives each view a serial queue, which makes one delivery for each update, in order.
///
/// Rule: each update joins its view's serial queue and holds the queue until the update has been delivered on the main
/// thread; only then does the next one start. Nothing is merged, and nothing is delivered inside `submit`. So the view
/// and its data source, which the delivery changes, never disagree.
/// - With a delay (`view-queue-delay`), an update joins the queue that much later. Updates submitted after it with a
///   shorter delay may overtake it; equal delays keep their order.
/// - With a condition (`view-queue-wait`), an update holds the queue, and everything behind it, until the condition is
///   true. The condition is checked when the update's turn has come, then once in each period.
///
/// Origin: `BDUIViewUpdateQueue` (`updateView:block:`, `…delay:`, `…waitUntil:`), which held its queue only while
/// enqueuing, so it kept no order. This strategy keeps the order that the original promised, and can be cancelled.
///
/// Drawback: a delivery and two dispatches for each update, one to the queue and one to the main thread; a third with a
/// delay. While a condition is false, it wakes the main thread once in each period and holds up everything behind it.
///
/// Thread safety: see `UpdateStrategy`.
public final class ViewQueue<Update: Sendable>: UpdateStrategy {
  /// A condition that an update waits for. Called repeatedly, on the main thread, and never inside a delivery.
  public typealias Condition = @Sendable () -> Bool

  private struct Item: Sendable {
    let update: Update
    let condition: Condition?
  }

  private struct State {
    /// The items that wait for their time to join the queue, the earliest first.
    var delayed = FIFO<(time: UInt64, item: Item)>()
    var joined = FIFO<Item>()
    /// Ends the turn of the serial queue; nil if the queue is not held.
    var endTurn: (@Sendable () -> Void)?
  }

  private let scheduler: any SourceScheduler
  private let outlet: Outlet<Update>
  private let queue: any UpdateQueue
  private let state = Locked(State())
  /// Set while the lock is held, so that no caller overwrites another caller's earlier time.
  private let joinTimer: any UpdateTimer
  private let turnTimer: any UpdateTimer
  private let delay: Duration
  private let condition: HandlerBox<Condition>
  /// Asks `condition`, which stays in its box to be released on the main thread.
  private let boxedCondition: Condition
  private let periodNanoseconds: UInt64

  /// Makes a strategy that delivers on the scheduler's main thread.
  /// - Parameters:
  ///   - delay: how long an update waits before it joins the queue; negative counts as zero.
  ///   - condition: must be true for an update to be delivered when its turn has come; nil for no condition.
  ///   - period: how often a condition is checked; less than 1 ms counts as 1 ms.
  ///   - scheduler: provides time, the serial queue and the main thread.
  ///   - deliver: called on the main thread with each update.
  public init(
    delay: Duration = .zero, waitUntil condition: Condition? = nil,
    every period: Duration = .milliseconds(10),
    scheduler: any SourceScheduler, deliver: @escaping @Sendable (Update) -> Void
  ) {
    self.scheduler = scheduler
    self.delay = delay
    let box = HandlerBox<Condition>(condition)
    self.condition = box
    boxedCondition = { box.content?() ?? true }
    periodNanoseconds = max(period, .milliseconds(1)).wholeNanoseconds
    outlet = Outlet(scheduler, deliver)
    queue = scheduler.makeQueue(label: "view-queue")
    joinTimer = scheduler.makeTimer()
    turnTimer = scheduler.makeTimer()
    joinTimer.setHandler { [weak self] in
      while let self, joinIfDue() { addTurn() }
    }
    turnTimer.setHandler { [weak self] in self?.useTurn() }
  }

  deinit {
    condition.release(on: scheduler)
    // A suspended queue must not be freed.
    endTurn()
  }

  /// Makes a strategy that delivers on the main actor, for apps.
  public convenience init(
    delay: Duration = .zero, waitUntil condition: Condition? = nil,
    every period: Duration = .milliseconds(10), _ deliver: @escaping @MainActor (Update) -> Void
  ) {
    self.init(
      delay: delay, waitUntil: condition, every: period, scheduler: DispatchScheduler.main,
      deliver: onMainActor(deliver))
  }

  /// Adds one update to the view's queue, with the queue's own delay and condition.
  public func submit(_ update: Update) {
    submit(Item(update: update, condition: boxedCondition), delay: delay)
  }

  /// Adds one update to the view's queue, with its own delay and condition; nil means no condition.
  public func submit(
    _ update: Update, delay: Duration = .zero, waitUntil condition: Condition? = nil
  ) {
    submit(Item(update: update, condition: condition), delay: delay)
  }

  private func submit(_ item: Item, delay: Duration) {
    guard !outlet.isCancelled else { return }
    guard delay > .zero else {
      state.withLock { $0.joined.append(item) }
      return addTurn()
    }
    let time = scheduler.nowNanoseconds.adding(orNever: delay.wholeNanoseconds)
    state.withLock { state in
      let isEarliest = state.delayed.first.map { time < $0.time } ?? true
      state.delayed.insert((time, item)) { $0.time <= time }
      if isEarliest { joinTimer.schedule(deadlineNanoseconds: time) }
    }
    // A concurrent cancel may have emptied the store before this update was added.
    if outlet.isCancelled { dropAll() }
  }

  /// Delivers the pending updates, one after another, whatever their delays and conditions. On the main thread only.
  public func flush() {
    guard !outlet.isBusy else { return }
    for _ in 0..<pendingCount { outlet.deliver(popFirst, again: useTurnLater) }
    // Updates that joined during the flush should not wait for the timer that was set for a delivered update.
    if state.withLock({ $0.joined.isEmpty }) { endTurn() } else { useTurnLater() }
  }

  /// Ends the strategy and drops what is pending.
  public func cancel() {
    outlet.cancel()
    condition.release(on: scheduler)
    dropAll()
  }

  /// How many updates are in the view's queue or waiting to join it.
  public var pendingCount: Int { state.withLock { $0.delayed.count + $0.joined.count } }

  /// Drops all updates, and releases them after unlocking, because an update's deinit may call the strategy.
  private func dropAll() {
    var dropped = State()
    state.withLock { state in
      swap(&state, &dropped)
      joinTimer.disarm()
      turnTimer.disarm()
    }
    dropped.endTurn?()
  }

  private func popFirst() -> Update? {
    let item: Item? = state.withLock { state in
      if let item = state.joined.popFirst() { return item }
      defer { if state.delayed.isEmpty { joinTimer.disarm() } }
      return state.delayed.popFirst()?.item
    }
    return item?.update
  }

  /// Moves the first delayed update to the others if its time has come; otherwise, sets the timer for that time.
  private func joinIfDue() -> Bool {
    let now = scheduler.nowNanoseconds
    return state.withLock { state in
      guard let first = state.delayed.first else { return false }
      guard first.time <= now else {
        joinTimer.schedule(deadlineNanoseconds: first.time)
        return false
      }
      _ = state.delayed.popFirst()
      state.joined.append(first.item)
      return true
    }
  }

  /// Adds a turn to the queue, which delivers the first update. A flush leaves turns behind that deliver nothing.
  private func addTurn() {
    queue.async { [weak self, scheduler] release in
      scheduler.onMain { [weak self] in
        guard let self else { return release() }
        state.withLock { $0.endTurn = release }
        useTurn()
      }
    }
  }

  /// Delivers the first update and ends the turn. While the condition is false, or during a delivery, keeps the turn.
  private func useTurn() {
    guard state.withLock({ $0.endTurn != nil }), outlet.enter() else { return }
    // Checked between `enter` and `leave`, so that nothing else takes the update if a condition turns the run loop.
    let first = state.withLock { $0.joined.first }
    let isReady = outlet.isCancelled || first?.condition?() ?? true
    if isReady, let item = state.withLock({ $0.joined.popFirst() }) { outlet.call(item.update) }
    // A caller that was turned away needs no retry: this turn ends or is checked again below.
    _ = outlet.leave()
    if isReady { return endTurn() }
    let next = scheduler.nowNanoseconds.adding(orNever: periodNanoseconds)
    state.withLock { if $0.endTurn != nil { turnTimer.schedule(deadlineNanoseconds: next) } }
  }

  private func endTurn() {
    let release = state.withLock { state in
      turnTimer.disarm()
      defer { state.endTurn = nil }
      return state.endTurn
    }
    release?()
  }

  private func useTurnLater() {
    scheduler.onMain { [weak self] in self?.useTurn() }
  }
}
