import Coalesce

/// Updates that wait in the order in which they were appended, without being merged.
///
/// Thread safety: every member may be used from any thread.
package final class UpdateBuffer<Update: Sendable>: Sendable {
  private let updates = Locked(FIFO<Update>())

  package init() {}

  package func append(_ update: Update) { updates.withLock { $0.append(update) } }

  package func popFirst() -> Update? { updates.withLock { $0.popFirst() } }

  package var count: Int { updates.withLock { $0.count } }

  /// Removes all updates, and releases them after unlocking, because an update's deinit may call the strategy.
  package func removeAll() {
    var dropped = FIFO<Update>()
    updates.withLock { swap(&$0, &dropped) }
  }
}
