/// Decides which member of a group is served next. Each delivery of its own coalescer, the pacer, serves members.
final class GroupTurns: Sendable {
  let pacer: Coalescer<UpdateCount>
  let scheduler: any UpdateScheduler
  /// Whether the members' costs are charged to an account, which decides instead of a policy.
  let keepsAccount: Bool
  /// Its weak references are loaded outside the lock: a load may release an engine, whose deinit runs other code.
  private let queue: Locked<TurnQueue>

  init(_ pace: Pace, _ scheduler: any UpdateScheduler) {
    self.scheduler = scheduler
    let keepsAccount = pace.policy.sharesMainThread
    self.keepsAccount = keepsAccount
    queue = Locked(TurnQueue(account: keepsAccount ? TimeAccount() : nil))
    pacer = Coalescer(
      keepsAccount ? Pace(AccountPolicy(queue: queue, scheduler: scheduler)) : pace,
      on: DeliveryPlace(scheduler: scheduler, isPacer: true))
    pacer.handle { [queue, weak pacer] (_: UpdateCount) in
      let start = scheduler.nowNanoseconds
      var (now, spent) = (start, 0 as UInt64)
      // A member that joins the queue meanwhile waits for the next turn.
      for _ in 0..<queue.withLock({ $0.count }) {
        guard let next = queue.withLock({ $0.popNext(at: now, spent: spent) }) else { break }
        guard next.engine.engine?.deliverIfDue(.turn) ?? false else { continue }
        guard keepsAccount else { break }
        now = scheduler.nowNanoseconds
        spent = max(spent.adding(orNever: next.cost), now - start)
      }
      if !queue.withLock({ $0.isEmpty }) { pacer?.submit(.one) }
    }
  }

  /// Lets a view whose deliveries usually take `cost` wait for its turn.
  func enqueue(_ engine: DeliveryEngine, cost: UInt64) {
    let now = scheduler.nowNanoseconds
    queue.withLock { $0.append(.init(engine: engine.own, cost: cost, since: now)) }
    pacer.submit(.one)
  }

  /// Charges the account for a delivery that begins.
  func charge(_ cost: UInt64) {
    let now = scheduler.nowNanoseconds
    queue.withLock { $0.account?.charge(cost, at: now) }
  }

  /// Settles the account of a delivery that is over.
  func settle(_ cost: UInt64, charged: UInt64, since start: UInt64) {
    let now = scheduler.nowNanoseconds
    let isWaiting = queue.withLock { queue in
      queue.note(cost: cost)
      queue.account?.settle(cost, charged: charged, since: start, at: now)
      return !queue.isEmpty
    }
    // The next turn may be due earlier now.
    if isWaiting { pacer.engine.reconsider() }
  }

  /// Clears the debt, if the group keeps an account.
  func resetTiming() {
    guard keepsAccount else { return }
    let now = scheduler.nowNanoseconds
    queue.withLock { $0.account = TimeAccount(paid: now) }
    pacer.engine.reconsider()
  }
}

/// The policy of a group that keeps an account: the account and the queue decide.
private struct AccountPolicy: EnginePolicy {
  let queue: Locked<TurnQueue>
  let scheduler: any UpdateScheduler

  var due: UInt64 { queue.withLock { $0.due(at: scheduler.nowNanoseconds) } }
  var timesDeliveries: Bool { false }
  /// Asks to hear of every view that joins, because it may be due before those that wait.
  func nextCount(after heard: Int) -> Int { heard + 1 }
  mutating func didHear(_ count: Int, at now: UInt64) {}
  mutating func willDeliver(at now: UInt64) {}
}
