/// Views that share the main thread: their coalescers take turns under one policy.
///
/// Each member's own policy says when its view is due. The group's policy says when the next due view is served: one in
/// each turn of the run loop, in the order in which they became due. So a ``Pace/budget(share:maximumWait:)`` of 25 %
/// means 25 % of the main thread for all views together. With ``Pace/adaptive``, a turn serves as many as take 4 ms, and
/// cheap views may overtake.
///
///     let lists = CoalescerGroup(.budget(share: 0.25))
///     let files = Reload(.nextPass, on: .group(lists))
///     let tags = Reload(.nextPass, on: .group(lists))
///
/// An update with a bound (`submit(_:within:)`) is delivered within that bound, outside the turns: neither the group's
/// policy nor its pauses delay it, and the delivery's cost is not counted. ``Coalescer/flush()`` needs no turn either.
///
/// Drawback: each delivery takes an additional dispatch to the main thread.
///
/// Thread safety: every member may be used from any thread.
public final class CoalescerGroup: Sendable {
  private let pacer: Coalescer<UpdateCount>
  let scheduler: any UpdateScheduler
  /// Whether the members' costs are charged to an account, which decides instead of a policy.
  let keepsAccount: Bool
  /// The weak references are loaded outside the lock, because a load may end up releasing an engine, whose deinit runs
  /// other code.
  private let queue: Locked<TurnQueue>
  /// How long a turn serves one member after another, if the group keeps an account: a quarter of a frame.
  private static let turnNanoseconds: UInt64 = 4_000_000

  /// Makes a group that serves views at `pace`. A nil `scheduler` means the app's main thread.
  /// With ``Pace/adaptive``, the members share half of the main thread's time, as ``Pace/adaptive`` says.
  public init(
    _ pace: Pace = .nextPass, scheduler: (any UpdateScheduler)? = nil
  ) {
    let scheduler = scheduler ?? DispatchScheduler.main
    self.scheduler = scheduler
    let keepsAccount = pace.policy.sharesMainThread
    self.keepsAccount = keepsAccount
    queue = Locked(TurnQueue(account: keepsAccount ? TimeAccount() : nil))
    pacer = Coalescer(
      pacing: keepsAccount ? Pace(AccountPolicy(queue: queue, scheduler: scheduler)) : pace,
      scheduler: scheduler)
    pacer.handle { [queue, weak pacer] (_: UpdateCount) in
      let end = scheduler.nowNanoseconds.adding(orNever: Self.turnNanoseconds)
      // A member that joins the queue meanwhile waits for the next turn.
      for _ in 0..<queue.withLock({ $0.count }) {
        let now = scheduler.nowNanoseconds
        guard now < end, let next = queue.withLock({ $0.popNext(at: now) }) else { break }
        if next.engine?.deliverIfDue(.turn) ?? false, !keepsAccount { break }
      }
      if !queue.withLock({ $0.isEmpty }) { pacer?.submit(.one) }
    }
  }

  /// Pauses all members' turns, like ``Coalescer/pause(atMost:)``. Does not affect bounds or ``Coalescer/flush()``.
  public func pause(atMost longest: Duration? = nil) -> DeliveryPause {
    pacer.pause(atMost: longest)
  }

  /// Lets a view whose deliveries usually take `cost` wait for its turn.
  func enqueue(_ engine: DeliveryEngine, cost: UInt64) {
    let now = scheduler.nowNanoseconds
    queue.withLock { $0.append(.init(engine: engine.own, cost: cost, since: now)) }
    pacer.submit(.one)
  }

  /// Charges the account with a delivery that starts.
  func charge(_ cost: UInt64) {
    let now = scheduler.nowNanoseconds
    queue.withLock { $0.account?.charge(cost, at: now) }
  }

  /// Settles the account of a delivery that is over.
  func settle(_ cost: UInt64, charged: UInt64, since start: UInt64) {
    let now = scheduler.nowNanoseconds
    let isWaiting = queue.withLock { queue in
      queue.account?.settle(cost, charged: charged, since: start, at: now)
      return !queue.isEmpty
    }
    // The next turn may be due earlier now.
    if isWaiting { pacer.engine.reconsider() }
  }

  /// Forgets what is owed, if the group keeps an account.
  func resetTiming() {
    guard keepsAccount else { return }
    let now = scheduler.nowNanoseconds
    queue.withLock { $0.account = TimeAccount(paid: now) }
    pacer.engine.reconsider()
  }

  /// Reports to the group's policy the cost of a delivery whose handler or loop continued after its turn.
  func charge(_ timing: DeliveryTiming) { pacer.engine.charge(timing) }
}

/// The policy of a group that keeps an account: the account and the queue decide.
private struct AccountPolicy: EnginePolicy {
  let queue: Locked<TurnQueue>
  let scheduler: any UpdateScheduler

  var due: UInt64 { queue.withLock { $0.due(at: scheduler.nowNanoseconds) } }
  var timesDeliveries: Bool { false }
  /// Asks to hear of every view that joins: it may be due before those that wait, or find the queue empty.
  func nextCount(after heard: Int) -> Int { heard + 1 }
  mutating func didHear(_ count: Int, at now: UInt64) {}
  mutating func willDeliver(at now: UInt64) {}
}
