public import Coalesce

/// A serial queue for each view: one application for each update, in order.
///
/// Rule: each update joins its view's serial queue and holds it until it has been delivered on
/// main; only then may the next one of that view start. Nothing is merged and nothing is delivered
/// inside `submit`, so the data source, changed in the delivery, and the view never disagree.
/// - With a delay (`view-queue-delay`), an update joins the queue so much later, and after others
///   that were submitted after it with less; equal delays keep their order.
/// - With a condition (`view-queue-wait`), it holds the queue, and all behind it, until that is
///   true: it is looked at when the update's turn has come, then once a period.
///
/// Origin: `BDUIViewUpdateQueue` (`updateView:block:`, `…delay:`, `…waitUntil:`), whose queue was
/// held only while it enqueued and so ordered nothing, and which looked at a condition every 1.5 s
/// and held nothing meanwhile; this one keeps the promise, and can be cancelled. Views come and go
/// with their strategy: there is no dictionary of queues that could grow.
///
/// Price: two hops for each update, one to the queue and one to main, and a delivery for each; a
/// third hop where it is delayed. A condition wakes main once a period while it is waited for, and
/// one that never becomes true keeps everything behind it.
///
/// Thread safety: as ``UpdateStrategy`` says.
public final class ViewQueue<Update: Sendable>: UpdateStrategy {
  /// What an update waits for: called on main, often, and inside no other delivery.
  public typealias Condition = @Sendable () -> Bool

  private struct Item: Sendable {
    let update: Update
    let condition: Condition?
    /// Whether it waits for the queue's own condition, which main alone takes from its box: a thread
    /// that had it in hand might be the last to let go of it.
    var waitsAsAll = false
  }

  private let scheduler: any UpdateScheduler
  private let outlet: Outlet<Update>
  private let delayed: DelayedUpdates<Item>
  private let joined = UpdateBuffer<Item>()
  private let queue: any UpdateQueue
  private let turn: HeldTurn
  private let delay: Duration
  private let condition: HandlerBox<Condition>
  private let periodNanoseconds: UInt64

  /// - Parameters:
  ///   - delay: how long an update waits before it joins the queue; negative counts as zero.
  ///   - condition: what an update waits for when its turn has come; nil for nothing.
  ///   - period: how often a condition is looked at; less than 1 ms counts as that.
  ///   - scheduler: where time, the serial queue and main come from.
  ///   - deliver: called on main with each update.
  public init(
    delay: Duration = .zero, waitUntil condition: Condition? = nil,
    every period: Duration = .milliseconds(10),
    scheduler: any UpdateScheduler, deliver: @escaping @Sendable (Update) -> Void
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

  /// For apps: delivers on the main actor.
  /// - Parameters:
  ///   - delay: how long an update waits before it joins the queue.
  ///   - condition: what an update waits for when its turn has come; nil for nothing.
  ///   - period: how often a condition is looked at; less than 1 ms counts as that.
  ///   - deliver: called with each update.
  public convenience init(
    delay: Duration = .zero, waitUntil condition: Condition? = nil,
    every period: Duration = .milliseconds(10), _ deliver: @escaping @MainActor (Update) -> Void
  ) {
    self.init(
      delay: delay, waitUntil: condition, every: period, scheduler: DispatchScheduler.main,
      deliver: onMainActor(deliver))
  }

  /// Adds one update to the view's queue, as the queue was made to.
  public func submit(_ update: Update) {
    submit(Item(update: update, condition: nil, waitsAsAll: true), delay: delay)
  }

  /// Adds one update to the view's queue.
  /// - Parameters:
  ///   - update: the update.
  ///   - delay: how long it waits before it joins the queue.
  ///   - condition: what it waits for when its turn has come; nil for nothing.
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
    // A cancel that went on meanwhile may have emptied the store before.
    if outlet.isCancelled { delayed.removeAll() }
  }

  /// Delivers, one after another, the updates that are pending now, whatever they wait for. On main
  /// only.
  public func flush() {
    guard !outlet.isBusy else { return }
    for _ in 0..<pendingCount {
      outlet.deliver({ (joined.popFirst() ?? delayed.popFirst())?.update }, again: useTurnLater)
    }
    // What came meanwhile waits for no condition but its own.
    if joined.count == 0 { turn.end() } else { useTurnLater() }
  }

  /// Ends the strategy; what is pending is dropped.
  public func cancel() {
    outlet.cancel()
    condition.release(on: scheduler)
    delayed.removeAll()
    joined.removeAll()
    turn.end()
  }

  /// How many updates wait, in the view's queue or to join it.
  public var pendingCount: Int { delayed.count + joined.count }

  /// The queue holds turns, the buffer holds updates, so that a flush can overtake the queue and
  /// leave empty turns behind.
  private func join(_ item: Item) {
    _ = joined.append(item)
    queue.async { [weak self, scheduler] release in
      scheduler.onMain { [weak self] in
        guard let self else { return release() }
        turn.begin(release)
        useTurn()
      }
    }
  }

  /// Delivers the first update of the queue and gives the turn up, or keeps it for another look.
  ///
  /// Where a delivery has turned the run loop, the turn is kept, and used when that has ended.
  private func useTurn() {
    guard turn.isHeld, outlet.enter() else { return }
    // Inside the outlet, so that a condition that turns the run loop lets nobody take the update.
    let isReady = outlet.isCancelled || joined.first.map(isReady) ?? true
    if isReady, let item = joined.popFirst() { outlet.call(item.update) }
    let hasMissed = outlet.leave()
    if isReady {
      turn.end()
    } else {
      turn.lookAgain(atNanoseconds: scheduler.nowNanoseconds.adding(orNever: periodNanoseconds))
    }
    if hasMissed { useTurnLater() }
  }

  private func isReady(_ item: Item) -> Bool {
    (item.waitsAsAll ? condition.content : item.condition)?() ?? true
  }

  private func useTurnLater() {
    scheduler.onMain { [weak self] in self?.useTurn() }
  }
}
