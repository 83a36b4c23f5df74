import Coalesce

/// Updates that wait in the order of their submission, none merged.
///
/// Thread safety: every member may be used from any thread.
package final class UpdateBuffer<Update: Sendable>: Sendable {
  private let updates = Locked(FIFO<Update>())

  /// An empty buffer.
  package init() {}

  /// Adds `update` at the end. Answers whether the buffer was empty before.
  package func append(_ update: Update) -> Bool {
    updates.withLock { updates in
      defer { updates.append(update) }
      return updates.isEmpty
    }
  }

  /// Takes the first update out.
  package func popFirst() -> Update? { updates.withLock { $0.popFirst() } }

  /// What `popFirst` would answer, left where it is.
  var first: Update? { updates.withLock { $0.first } }

  /// How many updates wait.
  package var count: Int { updates.withLock { $0.count } }

  /// Drops everything, outside the lock, for what is dropped may call out when it ends.
  package func removeAll() {
    var dropped = FIFO<Update>()
    updates.withLock { swap(&$0, &dropped) }
  }
}
