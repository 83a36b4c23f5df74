public import CCoalesceAtomics

/// The part of a ``PendingStore`` that merges under a lock, for updates of any type.
///
/// A merge may run the app's code: its `merge(_:)`, or the `deinit` of a replaced value, which may submit. So a
/// submission made inside a merge, of this store or another one, never waits for the lock: if it is taken, the
/// submission leaves its update to the next holder. Any other submission waits, so that it does not burden the lock's
/// holder with its update. Updates that cancel out, such as an insertion and its deletion, are not kept.
///
/// Thread safety: every member may be used from any thread, even inside a merge.
@usableFromInline
final class LockedUpdates<Update: Mergeable>: Sendable {
  @usableFromInline
  struct Content {
    @usableFromInline var update: Update?
    /// How many submissions `update` carries; fewer than `submitted` while some are in `late`.
    @usableFromInline var submissions: UInt64 = 0
    var dropped = 0
    @usableFromInline var limit: Limit?
    /// When the elements arrived, if deliveries take portions.
    var arrivals = Arrivals()
  }

  /// How many elements are kept, and how they are divided.
  @usableFromInline
  final class Limit: Sendable {
    let count: Int
    /// A merge calls ``LockedUpdates/tend(_:)`` only once there are more than this, to amortise the cost of dropping.
    @usableFromInline let most: Int
    /// Keeps the newest `count` elements of `update` and returns the others.
    let cut: (@Sendable (_ update: inout Update?, _ count: Int) -> Update?)?
    let portions: Portions?

    init(
      _ count: Int = .max, portions: Portions? = nil,
      _ cut: (@Sendable (inout Update?, Int) -> Update?)? = nil
    ) {
      (self.count, self.cut, self.portions) = (count, cut, portions)
      most = portions == nil ? count.addingSaturated(count) : -1
    }
  }

  /// How a delivery takes the oldest elements, and when it is, in nanoseconds.
  struct Portions: Sendable {
    let keepOrder: @Sendable (_ update: inout Update?) -> Void
    let removeFirst: @Sendable (_ update: inout Update?, _ count: Int) -> Update?
    let now: @Sendable () -> UInt64
  }

  @usableFromInline let content = Locked(Content())
  /// Updates of submissions that were made inside a merge and found the lock taken, in order.
  @usableFromInline let late = Locked<[(update: Update, weight: UInt64)]>([])
  @usableFromInline let submitted = Atomic<UInt64>(0)
  /// Whether the store holds an update that was put back; `submitted` does not count it.
  @usableFromInline let hasReturned = Atomic<Bool>(false)
  /// The thread that has the lock; 0 if no thread has it.
  @usableFromInline let owner = Atomic<UInt>(0)

  @inlinable
  func merge(_ update: consuming Update) -> Int {
    let weight = update.updateCount
    // After the merge, holds the values that were replaced, to be released outside the lock.
    var newer = update
    return merge(weight: weight, { newer }) { $0?._merge(exchanging: &newer) }
  }

  /// Merges `weight` submissions: applies `merge` to the pending update or stores `make()`. Returns the number pending.
  @inlinable
  func merge(weight: Int, _ make: () -> Update, _ merge: (inout Update?) -> Void) -> Int {
    let weight = UInt64(max(1, min(weight, UpdateCount.most)))
    // `dropped` is released outside the lock.
    var dropped: Update?
    defer { withExtendedLifetime(dropped) {} }
    let waiting = content.withLock(ifFreeOr: !coalesce_is_merging()) { content in
      use(&content) { content in
        if content.update == nil { content.update = make() } else { merge(&content.update) }
        // Checked before `tend` is called, because this code is specialised and `tend` is not.
        if let limit = content.limit, content.update?.updateCount ?? 0 > limit.most {
          dropped = tend(&content)
        }
        return Int(clamping: add(weight &- cancelled(&content, weight)))
      }
    }
    if let waiting { return waiting }
    let update = make()
    return late.withLock { late in
      late.append((update, weight))
      return Int(clamping: add(weight))
    }
  }

  /// Counts `weight` merged submissions. If all that are pending cancel out, removes them. Returns how many it removed.
  @inlinable
  func cancelled(_ content: inout Content, _ weight: UInt64) -> UInt64 {
    content.submissions &+= weight
    guard content.update?.updateCount ?? 0 == 0 else { return 0 }
    defer { empty(&content) }
    return content.submissions
  }

  @inlinable
  func empty(_ content: inout Content) {
    (content.update, content.submissions) = (nil, 0)
    hasReturned.store(false, ordering: .releasing)
  }

  @inlinable
  func add(_ weight: UInt64) -> UInt64 {
    submitted.wrappingAdd(weight, ordering: .acquiringAndReleasing).newValue
  }

  /// Called under the lock. Merges the updates that submissions left because the lock was taken, then runs `body`.
  @inlinable
  func use<Result>(_ content: inout Content, _ body: (inout Content) -> Result) -> Result {
    owner.store(coalesce_thread(), ordering: .relaxed)
    coalesce_begin_merge()
    defer {
      coalesce_end_merge()
      owner.store(0, ordering: .relaxed)
    }
    if submitted.load(ordering: .relaxed) != content.submissions { mergeLate(&content) }
    return body(&content)
  }

  @usableFromInline
  func mergeLate(_ content: inout Content) {
    var updates: [(update: Update, weight: UInt64)] = []
    late.withLock { swap(&$0, &updates) }
    for (update, weight) in updates {
      var update = update
      if content.update == nil {
        content.update = update
      } else {
        content.update?._merge(exchanging: &update)
      }
      _ = add(0 &- cancelled(&content, weight))
    }
  }

  /// Drops and returns the oldest elements, if there are more than the limit, and notes when others arrived.
  @usableFromInline
  func tend(_ content: inout Content) -> Update? {
    guard let limit = content.limit else { return nil }
    var dropped: Update?
    if content.update?.updateCount ?? 0 > limit.count {
      dropped = limit.cut?(&content.update, limit.count)
      content.dropped = content.dropped.addingSaturated(dropped?.updateCount ?? 0)
    }
    if let portions = limit.portions {
      portions.keepOrder(&content.update)
      content.arrivals.note(content.update?.updateCount ?? 0, at: portions.now)
    }
    return dropped
  }

  /// Waits for other threads' merges, then runs `body`; returns nil if this thread is inside a merge.
  private func whenFree<Result>(_ body: (inout Content) -> Result) -> Result? {
    guard owner.load(ordering: .relaxed) != coalesce_thread() else { return nil }
    return content.withLock { use(&$0, body) }
  }

  /// Empties the store or takes the oldest `count` elements, and returns that; nil if the store was empty or this thread
  /// is inside a merge. What is left counts as one submission an element.
  func take(_ count: ((inout Arrivals) -> Int)? = nil) -> PendingStore<Update>.Taken? {
    var dropped: Update?
    defer { withExtendedLifetime(dropped) {} }
    let taken = whenFree { content -> PendingStore<Update>.Taken? in
      dropped = tend(&content)
      guard let count else {
        defer { content.arrivals = Arrivals() }
        return takeAll(&content)
      }
      let all = content.arrivals.count
      let first = count(&content.arrivals)
      guard first < all, let part = content.limit?.portions?.removeFirst(&content.update, first)
      else { return takeAll(&content) }
      guard let rest = content.update?.updateCount, rest > 0 else {
        // An app's own type may remove more than `count`.
        content.update = part
        return takeAll(&content)
      }
      defer {
        content.dropped = 0
        content.submissions = UInt64(rest)
        hasReturned.store(false, ordering: .releasing)
      }
      _ = add(UInt64(rest) &- content.submissions)
      content.arrivals.removeFirst(all - rest)
      return PendingStore<Update>.Taken(
        update: part,
        counts: TakenCounts(
          submissions: Int(clamping: content.submissions) - rest, dropped: content.dropped,
          elements: all - rest, rest: (rest, content.arrivals.oldest)))
    }
    return taken ?? nil
  }

  private func takeAll(_ content: inout Content) -> PendingStore<Update>.Taken? {
    guard let update = content.update else { return nil }
    defer {
      _ = add(0 &- content.submissions)
      empty(&content)
      content.dropped = 0
      content.arrivals.removeFirst(.max)
    }
    return PendingStore<Update>.Taken(
      update: update,
      counts: TakenCounts(
        submissions: Int(clamping: content.submissions), dropped: content.dropped,
        elements: content.arrivals.count))
  }

  func putBackRest(_ count: Int) -> Int {
    whenFree { content in
      let rest = min(UInt64(count), content.submissions)
      hasReturned.store(content.update != nil, ordering: .releasing)
      content.submissions -= rest
      _ = add(0 &- rest)
      return Int(rest)
    } ?? 0
  }

  func putBack(_ older: Update) {
    var newer: Update?
    defer { withExtendedLifetime(newer) {} }
    content.withLock { content in
      use(&content) { content in
        newer = content.update
        content.update = older
        if var update = newer {
          content.update?._merge(exchanging: &update)
          newer = update
        }
        hasReturned.store(true, ordering: .releasing)
        _ = add(0 &- cancelled(&content, 0))
      }
    }
  }

  func submissions() -> Int { Int(clamping: add(0)) }

  var isEmpty: Bool {
    submitted.load(ordering: .acquiring) == 0 && !hasReturned.load(ordering: .acquiring)
  }

  /// The number of pending updates or, inside a merge, of pending submissions.
  var count: Int { whenFree { $0.update?.updateCount ?? 0 } ?? submissions() }

  func setLimit(_ limit: Limit) { whenFree { $0.limit = limit } }
}
