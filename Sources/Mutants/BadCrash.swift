import Coalesce
import Synchronization

/// A fixed number of places for updates that wait, and no look at whether one is free.
///
/// Defect: with ``places`` updates waiting, the next one traps: an index out of range. It behaves as
/// long as bursts are shorter.
///
/// Origin: a buffer "large enough", and the 31 update animations that a collection view allows.
///
/// Breaks: `survives`.
final class BadCrash<Update: Mergeable>: UpdateStrategy {
  private let waiting = Locked((updates: [Update?](repeating: nil, count: 31), count: 0))
  private let isCancelled = Atomic<Bool>(false)
  private let inner: Coalescer<Update>

  init(scheduler: any UpdateScheduler, deliver: @escaping @Sendable (Update) -> Void) {
    inner = Coalescer(.nextPass, scheduler: scheduler) { [waiting] update in
      waiting.withLock { $0.count = 0 }
      deliver(update)
    }
  }

  func submit(_ update: Update) {
    guard !isCancelled.load(ordering: .acquiring) else { return }
    waiting.withLock { waiting in
      // The defect.
      waiting.updates[waiting.count] = update
      waiting.count += 1
    }
    inner.submit(update)
  }

  func flush() { inner.flush() }

  func cancel() {
    isCancelled.store(true, ordering: .releasing)
    inner.cancel()
  }

  var pendingCount: Int { inner.pendingCount }
}
