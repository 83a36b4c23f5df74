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
    /// Whether the item waits for the queue's own condition, which stays in its box to be released on the main thread.
    var usesQueueCondition = false
  }

  private let scheduler: any SourceScheduler
  private let outlet: Outlet<Update>
  private let delayed: DelayedUpdates<Item>
  private let joined = UpdateBuffer<Item>()
  private let queue: any UpdateQueue
  private let turn: HeldTurn
  private let delay: Duration
  private let condition: HandlerBox<Condition>
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
    self.condition = HandlerBox(condition)
    periodNanoseconds = max(period, .milliseconds(1)).wholeNanoseconds
    outlet = Outlet(scheduler, deliver)
    delayed = DelayedUpdates(scheduler: scheduler)
    queue = scheduler.makeQueue(label: "view-queue")
    turn = HeldTurn(scheduler: scheduler)
    delayed.setHandler { [weak self] in self?.join($0) }
    turn.setHandler { [weak self] in self?.useTurn() }
  }

  deinit { condition.release(on: scheduler) }

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
    submit(Item(update: update, condition: nil, usesQueueCondition: true), delay: delay)
  }

  /// Adds one update to the view's queue, with its own delay and condition; nil means no condition.
  public func submit(
    _ update: Update, delay: Duration = .zero, waitUntil condition: Condition? = nil
  ) {
    submit(Item(update: update, condition: condition), delay: delay)
  }

  private func submit(_ item: Item, delay: Duration) {
    guard !outlet.isCancelled else { return }
    guard delay > .zero else { return join(item) }
    let time = scheduler.nowNanoseconds.adding(orNever: delay.wholeNanoseconds)
    delayed.add(item, atNanoseconds: time)
    // A concurrent cancel may have emptied the store before this update was added.
    if outlet.isCancelled { delayed.removeAll() }
  }

  /// Delivers the pending updates, one after another, whatever their delays and conditions. On the main thread only.
  public func flush() {
    guard !outlet.isBusy else { return }
    for _ in 0..<pendingCount {
      outlet.deliver({ (joined.popFirst() ?? delayed.popFirst())?.update }, again: useTurnLater)
    }
    // Updates that joined during the flush should not wait for the timer that was set for a delivered update.
    if joined.count == 0 { turn.end() } else { useTurnLater() }
  }

  /// Ends the strategy and drops what is pending.
  public func cancel() {
    outlet.cancel()
    condition.release(on: scheduler)
    delayed.removeAll()
    joined.removeAll()
    turn.end()
  }

  /// How many updates are in the view's queue or waiting to join it.
  public var pendingCount: Int { delayed.count + joined.count }

  /// Adds a turn to the queue and the item to a buffer. A flush empties only the buffer, so empty turns stay behind.
  private func join(_ item: Item) {
    joined.append(item)
    queue.async { [weak self, scheduler] release in
      scheduler.onMain { [weak self] in
        guard let self else { return release() }
        turn.begin(release)
        useTurn()
      }
    }
  }

  /// Delivers the first update and ends the turn. While the condition is false, or during a delivery, keeps the turn.
  private func useTurn() {
    guard turn.isHeld, outlet.enter() else { return }
    // Checked between `enter` and `leave`, so that nothing else takes the update if a condition turns the run loop.
    let isReady = outlet.isCancelled || joined.first.map(isReady) ?? true
    if isReady, let item = joined.popFirst() { outlet.call(item.update) }
    // A caller that was turned away needs no retry: this turn ends or is checked again below.
    _ = outlet.leave()
    if isReady {
      turn.end()
    } else {
      turn.checkAgain(atNanoseconds: scheduler.nowNanoseconds.adding(orNever: periodNanoseconds))
    }
  }

  private func isReady(_ item: Item) -> Bool {
    (item.usesQueueCondition ? condition.content : item.condition)?() ?? true
  }

  private func useTurnLater() {
    scheduler.onMain { [weak self] in self?.useTurn() }
  }
}
