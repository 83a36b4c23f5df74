import Coalesce
import Synchronization

/// Updates that wait until their time has come, the earliest first; equal times in their order.
///
/// The timer is set for the earliest of them, and for nothing where none waits.
///
/// Thread safety: every member may be used from any thread.
final class DelayedUpdates<Update: Sendable>: Sendable {
  private let scheduler: any UpdateScheduler
  private let timer: any UpdateTimer
  private let waiting = Locked(TimeHeap<Update>())
  private let handingOver = Atomic<Int>(0)

  init(scheduler: any UpdateScheduler) {
    self.scheduler = scheduler
    timer = scheduler.makeTimer()
  }

  /// Says what is called, on main, with each update whose time has come. Call once, at first.
  func setHandler(_ handler: @escaping @Sendable (Update) -> Void) {
    timer.setHandler { [weak self] in
      while let self, let update = popDue() {
        handler(update)
        handingOver.store(0, ordering: .releasing)
      }
    }
  }

  /// How many wait. One that is handed over counts until the handler has returned, so that whoever
  /// counts here first and there afterwards never misses it.
  var count: Int {
    waiting.withLock { $0.count + handingOver.load(ordering: .relaxed) }
  }

  func add(_ update: Update, atNanoseconds time: UInt64) {
    waiting.withLock { waiting in
      let isEarliest = waiting.nextTime.map { time < $0 } ?? true
      waiting.add(at: time, update)
      // Under the lock, so that two callers cannot leave the later of two times behind.
      if isEarliest { timer.schedule(deadlineNanoseconds: time) }
    }
  }

  /// Takes the first, whether its time has come or not.
  func popFirst() -> Update? {
    waiting.withLock { waiting in
      guard let first = waiting.popFirst() else { return nil }
      if waiting.count == 0 { timer.disarm() }
      return first.element
    }
  }

  /// Drops everything, outside the lock, for what is dropped may call out when it ends.
  func removeAll() {
    var dropped = TimeHeap<Update>()
    waiting.withLock { waiting in
      swap(&waiting, &dropped)
      timer.disarm()
    }
  }

  /// Takes the first if its time has come; else sets the timer for it, for that may be early, or
  /// have been set for one that was taken before its time.
  private func popDue() -> Update? {
    let now = scheduler.nowNanoseconds
    return waiting.withLock { waiting in
      guard let time = waiting.nextTime else { return nil }
      guard time <= now else {
        timer.schedule(deadlineNanoseconds: time)
        return nil
      }
      handingOver.store(1, ordering: .relaxed)
      return waiting.popFirst()?.element
    }
  }
}

/// Updates that wait in the order of their submission, none merged.
///
/// Thread safety: every member may be used from any thread.
package final class UpdateBuffer<Update: Sendable>: Sendable {
  private let updates = Locked(FIFO<Update>())

  package init() {}

  /// Adds `update` at the end. Returns whether the buffer was empty before.
  package func append(_ update: Update) -> Bool {
    updates.withLock { updates in
      defer { updates.append(update) }
      return updates.isEmpty
    }
  }

  package func popFirst() -> Update? { updates.withLock { $0.popFirst() } }

  /// What `popFirst` would return, left where it is.
  var first: Update? { updates.withLock { $0.first } }

  package var count: Int { updates.withLock { $0.count } }

  /// Drops everything, outside the lock, for what is dropped may call out when it ends.
  package func removeAll() {
    var dropped = FIFO<Update>()
    updates.withLock { swap(&$0, &dropped) }
  }
}
