public import Synchronization

/// A pending store for updates of any type, guarded by a lock.
///
/// A merged value that stands for no update is not kept: when an insertion and its deletion cancel
/// out, the store is empty.
///
/// Drawback: a submission waits for a thread that was preempted while it held the lock. On Apple systems
/// such a thread gets the priority of who waits. On Linux it does not: beside four threads that submit
/// without a pause on two cores, 1 submission in 400 took over a millisecond, at most 40 ms. Counts and
/// flags need no lock.
public final class LockedPending<Update: Mergeable>: PendingUpdates {
  @usableFromInline let pending = Locked<(update: Update?, submissions: Int)>((nil, 0))
  /// Drops what is too much; asked to be exact when the update is taken.
  @usableFromInline typealias Limit = @Sendable (inout Update, _ isExact: Bool) -> Void
  @usableFromInline let limit = Locked<Limit?>(nil)
  @usableFromInline let isLimited = Atomic<Bool>(false)

  /// Makes an empty store.
  public init() {}

  /// Merges `update` in under the lock. Returns how many submissions are pending.
  @inlinable
  public func merge(_ update: consuming Update) -> Int {
    let weight = min(max(1, update.updateCount), UpdateCount.most)
    // What was replaced, and what was there before a limit dropped some: released outside the lock.
    var replaced = consume update
    var uncut: Update?
    defer { withExtendedLifetime((replaced, uncut)) {} }
    return pending.withLock { pending in
      if pending.update == nil {
        pending.update = replaced
      } else {
        pending.update?.merge(exchanging: &replaced)
      }
      if isLimited.load(ordering: .relaxed) { uncut = cut(&pending.update, isExact: false) }
      let isEmpty = pending.update?.updateCount ?? 0 == 0
      if isEmpty { pending.update = nil }
      pending.submissions = isEmpty ? 0 : pending.submissions + weight
      return pending.submissions
    }
  }

  /// Empties the store and returns what was in it; nil if it was empty.
  @inlinable
  public func takeAll() -> (update: Update, submissions: Int)? {
    var uncut: Update?
    defer { withExtendedLifetime(uncut) {} }
    return pending.withLock { pending in
      defer { pending = (nil, 0) }
      if isLimited.load(ordering: .relaxed) { uncut = cut(&pending.update, isExact: true) }
      return pending.update.map { ($0, pending.submissions) }
    }
  }

  func setLimit(_ limit: @escaping Limit) {
    self.limit.withLock { $0 = limit }
    isLimited.store(true, ordering: .relaxed)
  }

  /// Cuts `update` down to the limit. Returns it as it was, if something was dropped.
  @usableFromInline
  func cut(_ update: inout Update?, isExact: Bool) -> Update? {
    guard let uncut = update, let limit = limit.withLock({ $0 }) else { return nil }
    var rest = uncut
    update = nil
    limit(&rest, isExact)
    update = rest
    return rest.updateCount < uncut.updateCount ? uncut : nil
  }

  /// Merges what has come since into it.
  public func putBack(_ older: Update) {
    var update = older
    var newer: Update?
    defer { withExtendedLifetime(newer) {} }
    pending.withLock { pending in
      if var replaced = pending.update {
        update.merge(exchanging: &replaced)
        newer = replaced
      }
      let isEmpty = update.updateCount == 0
      pending = isEmpty ? (nil, 0) : (update, pending.submissions + max(1, older.updateCount))
    }
  }

  /// How many submissions are pending; the lock gives the order that a read-modify-write gives.
  @inlinable
  public func submissions() -> Int { pending.withLock { $0.submissions } }

  /// How many updates are pending.
  public var count: Int { pending.withLock { $0.update?.updateCount ?? 0 } }
}

/// An ordered list of elements; merging appends, and no element is dropped.
@frozen
public struct OrderedUpdates<Element: Sendable>: Mergeable {
  /// The elements in the order of their submission.
  public var elements: [Element]
  /// How many older elements were dropped, because ``Coalescer/keepNewest(_:)`` allows no more.
  public var dropped = 0

  /// Wraps elements.
  @inlinable
  public init(_ elements: [Element]) { self.elements = elements }

  /// Wraps one element; a list of elements where both are possible.
  @inlinable
  @_disfavoredOverload
  public init(_ element: Element) { elements = [element] }

  /// Appends the newer elements; O(newer elements), amortised.
  @inlinable
  public mutating func merge(_ newer: OrderedUpdates) {
    elements += newer.elements
    dropped += newer.dropped
  }

  /// Drops all but the newest `count`; unless it has to be exact, only where there are twice as many, so
  /// that it costs little for each.
  mutating func keepNewest(_ count: Int, isExact: Bool) {
    guard elements.count > (isExact ? count : count.addingReportingOverflow(count).partialValue)
    else { return }
    dropped += elements.count - count
    elements.removeFirst(elements.count - count)
  }

  /// The number of elements.
  @inlinable
  public var updateCount: Int { elements.count }
}

extension OrderedUpdates: Equatable where Element: Equatable {}
