import Coalesce
import Strategies

/// A record of every update, which nobody reads.
///
/// Defect: what was delivered is kept until the strategy is dropped. Nothing is to be seen of it but
/// memory: it behaves as long as there are few updates.
///
/// Origin: undo lists and debug logs, completion blocks that are never cleared.
///
/// Breaks: `bounded-memory`.
final class BadLeak<Update: Sendable>: UpdateStrategy {
  private let record = Locked<[Update]>([])
  private let inner: Naive<Update>

  init(scheduler: any UpdateScheduler, deliver: @escaping @Sendable (Update) -> Void) {
    inner = Naive(scheduler: scheduler, deliver: deliver)
  }

  func submit(_ update: Update) {
    // The defect.
    record.withLock { $0.append(update) }
    inner.submit(update)
  }

  func flush() { inner.flush() }

  func cancel() { inner.cancel() }

  var pendingCount: Int { inner.pendingCount }
}
