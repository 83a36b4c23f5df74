/// A pending store for any update type, guarded by a lock.
public final class LockedPending<Update: Mergeable>: PendingUpdates {
  @usableFromInline let pending = Locked<Update?>(nil)

  /// Makes an empty store.
  @inlinable
  public init() {}

  /// Merges `update` in under the lock. Answers whether the store was empty before and no longer is;
  /// it is empty, too, with a value that stands for no update, as where merged ones cancel out.
  @inlinable
  public func merge(_ update: Update) -> Bool {
    pending.withLock { pending in
      let count = pending?.updateCount
      if count == nil {
        guard update.updateCount > 0 else { return false }
        pending = update
      } else {
        pending?.merge(update)
      }
      return count ?? 0 == 0 && pending?.updateCount ?? 0 > 0
    }
  }

  /// Empties the store and answers what was in it; nil if that was nothing.
  @inlinable
  public func take() -> Update? {
    pending.withLock { pending in
      defer { pending = nil }
      return pending
    }
  }

  /// How many updates wait here.
  public var count: Int { pending.withLock { $0?.updateCount ?? 0 } }
}
