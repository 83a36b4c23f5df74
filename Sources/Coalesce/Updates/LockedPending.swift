/// A pending store for any update type, guarded by a lock.
///
/// A merged value that stands for no update, as where an insertion and its deletion cancel out, is
/// not kept: the store is empty then.
public final class LockedPending<Update: Mergeable>: PendingUpdates {
  @usableFromInline let pending = Locked<(update: Update?, submissions: Int)>((nil, 0))

  /// Makes an empty store.
  @inlinable
  public init() {}

  /// Merges `update` in under the lock. Answers how many submissions wait.
  @inlinable
  public func merge(_ update: Update) -> Int {
    pending.withLock { pending in
      if pending.update == nil { pending.update = update } else { pending.update?.merge(update) }
      let isEmpty = pending.update?.updateCount ?? 0 == 0
      if isEmpty { pending.update = nil }
      let weight = min(max(1, update.updateCount), UpdateCount.most)
      pending.submissions = isEmpty ? 0 : pending.submissions + weight
      return pending.submissions
    }
  }

  /// Empties the store and answers what was in it; nil if that was nothing.
  @inlinable
  public func take() -> Update? {
    pending.withLock { pending in
      defer { pending = (nil, 0) }
      return pending.update
    }
  }

  /// How many submissions wait here; the lock orders as a read-modify-write does.
  @inlinable
  public func submissions() -> Int { pending.withLock { $0.submissions } }

  /// How many updates wait here.
  public var count: Int { pending.withLock { $0.update?.updateCount ?? 0 } }
}

/// An ordered list of elements, none of which may be dropped; merging appends.
public struct OrderedUpdates<Element: Sendable>: Mergeable {
  /// The elements in the order of their submission.
  public var elements: [Element]

  /// Wraps elements.
  @inlinable
  public init(_ elements: [Element]) { self.elements = elements }

  /// Appends the newer elements; O(newer elements), amortised.
  @inlinable
  public mutating func merge(_ newer: OrderedUpdates) { elements += newer.elements }

  /// The number of elements.
  @inlinable
  public var updateCount: Int { elements.count }
}
