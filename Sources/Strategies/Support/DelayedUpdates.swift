import Coalesce

/// Updates that wait for their time, the earliest first. Updates with equal times stay in the order of insertion.
///
/// Thread safety: every member may be used from any thread.
final class DelayedUpdates<Update: Sendable>: Sendable {
  private let scheduler: any UpdateScheduler
  private let timer: any UpdateTimer
  private let waiting = Locked(FIFO<(time: UInt64, update: Update)>())
  private let handingOver = Atomic<Int>(0)

  init(scheduler: any UpdateScheduler) {
    self.scheduler = scheduler
    timer = scheduler.makeTimer()
  }

  /// Sets the handler, which is called on the main thread with each update that is due. Call this once, before `add`.
  func setHandler(_ handler: @escaping @Sendable (Update) -> Void) {
    timer.setHandler { [weak self] in
      while let self, let update = popDue() {
        handler(update)
        handingOver.store(0, ordering: .releasing)
      }
    }
  }

  /// How many updates are waiting or in the handler. A caller that next counts what the handler stored misses none.
  var count: Int {
    waiting.withLock { $0.count + handingOver.load(ordering: .relaxed) }
  }

  func add(_ update: Update, atNanoseconds time: UInt64) {
    waiting.withLock { waiting in
      let isEarliest = waiting.first.map { time < $0.time } ?? true
      waiting.insert((time, update)) { $0.time <= time }
      // Set under the lock, so that no caller overwrites another caller's earlier time.
      if isEarliest { timer.schedule(deadlineNanoseconds: time) }
    }
  }

  func popFirst() -> Update? {
    waiting.withLock { waiting in
      guard let first = waiting.popFirst() else { return nil }
      if waiting.isEmpty { timer.disarm() }
      return first.update
    }
  }

  /// Removes all updates, and releases them after unlocking, because an update's deinit may call the strategy.
  func removeAll() {
    var dropped = FIFO<(time: UInt64, update: Update)>()
    waiting.withLock { waiting in
      swap(&waiting, &dropped)
      timer.disarm()
    }
  }

  /// Takes the first update if its time has come; otherwise, sets the timer for that time and returns nil.
  private func popDue() -> Update? {
    let now = scheduler.nowNanoseconds
    return waiting.withLock { waiting in
      guard let time = waiting.first?.time else { return nil }
      guard time <= now else {
        timer.schedule(deadlineNanoseconds: time)
        return nil
      }
      handingOver.store(1, ordering: .relaxed)
      return waiting.popFirst()?.update
    }
  }
}
