public import CCoalesceAtomics

/// Holds pending updates, merged. Deliveries depend only on the number of *submissions*; no flag can contradict it.
///
/// Counts and options over `UInt` are merged by atomic operations, everything else by ``LockedUpdates``. Specialised
/// code knows the type, so that submitting a count comes down to one atomic addition. Submitting retains neither the
/// store nor its content: with retains, it would take a third longer.
///
/// Thread safety: every member may be used from any thread, even inside a merge.
@usableFromInline
package final class PendingStore<Update: Mergeable>: Sendable {
  /// The number of submissions since the store was last emptied; for counts, their sum. Not used if `locked` is set.
  @usableFromInline let submitted = Atomic<UInt64>(0)
  @usableFromInline let bits = Atomic<UInt>(0)
  /// A count or options that a failed delivery put back.
  @usableFromInline let returned = Atomic<UInt>(0)
  @usableFromInline let locked: LockedUpdates<Update>?

  package init() {
    let isAtomic = Update.self == UpdateCount.self || Update._options(0) != nil
    locked = isAtomic ? nil : LockedUpdates()
  }

  /// Merges `update`. Returns how many submissions are pending, by ``Mergeable/updateCount``; 0 if they cancel out.
  ///
  /// Each call is a read-modify-write, acquiring and releasing, so what the caller did before is visible after
  /// ``takeAll()``. Loading a flag and returning if it is set is cheaper but loses updates: it would not order the
  /// change of the model before the delivery that reads the model.
  @inlinable
  package func merge(_ update: consuming Update) -> Int {
    if Update.self == UpdateCount.self { return count(update.updateCount) }
    if let options = update._bits {
      guard options != 0 else { return submissions() }
      // Options are stored before they are counted, so that a `takeAll()` that takes the count takes the options, too.
      // After a `takeAll()` in between, only the count is left, and the next `takeAll()` finds no options.
      let (bits, submitted) = (bits.word, submitted.word)
      let order = MemoryOrdering.acquiringAndReleasing.code
      _ = coalesce_or(bits, options.bits, order)
      return Int(clamping: coalesce_add(submitted, 1, order) &+ 1)
    }
    guard let locked else { return 0 }
    let newer = update
    return Unmanaged.passUnretained(locked)._withUnsafeGuaranteedRef { $0.merge(newer) }
  }

  @inlinable
  func count(_ weight: Int) -> Int {
    let sum = submitted.wrappingAdd(
      UInt64(truncatingIfNeeded: weight), ordering: .acquiringAndReleasing
    ).newValue
    return Int(clamping: sum)
  }

  /// Empties the store and returns what was in it; nil if it was empty.
  @usableFromInline
  package func takeAll() -> Taken? {
    if let locked { return locked.take() }
    let submissions = Int(clamping: submitted.exchange(0, ordering: .acquiringAndReleasing))
    let older = returned.exchange(0, ordering: .acquiringAndReleasing)
    if Update.self == UpdateCount.self {
      let sum = UpdateCount(sum: Int(clamping: older).addingSaturated(submissions))
      guard sum.updateCount > 0, let update = sum as? Update else { return nil }
      return Taken(update: update, counts: TakenCounts(submissions: submissions))
    }
    let newer = bits.exchange(0, ordering: .acquiringAndReleasing)
    guard newer | older != 0, let update = Update._options(newer | older) else { return nil }
    // Options that have been set but not yet counted are at least one submission.
    let counted = newer == 0 ? submissions : max(1, submissions)
    return Taken(update: update, counts: TakenCounts(submissions: counted))
  }

  @inlinable
  package func take() -> Update? { takeAll()?.update }

  /// Puts an undelivered update back, as the oldest. This does not count as a submission.
  package func putBack(_ update: Update) {
    if let locked { return locked.putBack(update) }
    if let options = update._bits {
      returned.bitwiseOr(options, ordering: .acquiringAndReleasing)
    } else {
      returned.wrappingAdd(UInt(update.updateCount), ordering: .acquiringAndReleasing)
    }
  }

  /// How many submissions are pending. A read-modify-write, acquiring and releasing, because a plain load may overtake
  /// the write before it: two threads then miss each other's writes, in a litmus test 28 639 of 3.9 million times.
  @usableFromInline
  package func submissions() -> Int {
    if let locked { return locked.submissions() }
    let sum = submitted.wrappingAdd(0, ordering: .acquiringAndReleasing).newValue
    let most = UInt64(Int.max / 2)
    // Leave room for other threads' additions.
    if sum > most { _ = submitted.replace(sum, by: most) }
    return Int(min(sum, most))
  }

  /// Whether nothing is pending, new or put back. Does not wait for merges.
  package var isEmpty: Bool {
    if let locked { return locked.isEmpty }
    let newer =
      Update.self == UpdateCount.self
      ? submitted.load(ordering: .acquiring) : bits.load(ordering: .acquiring).bits
    return newer == 0 && returned.load(ordering: .acquiring) == 0
  }

  /// The number of pending updates, including those put back.
  package var count: Int {
    if let locked { return locked.count }
    let older = returned.load(ordering: .acquiring)
    if Update.self == UpdateCount.self {
      return Int(clamping: submitted.load(ordering: .acquiring))
        .addingSaturated(Int(clamping: older))
    }
    return bits.load(ordering: .acquiring) | older == 0 ? 0 : 1
  }
}

extension PendingStore {
  @usableFromInline
  package struct Taken: Sendable {
    @usableFromInline package let update: Update
    let counts: TakenCounts
  }
}

extension PendingStore where Update: PlainUpdate {
  /// Like ``merge(_:)`` for `plain`, which is wrapped in an update only if it cannot be merged directly.
  @inlinable
  package func merge(plain: consuming Update.Plain) -> Int {
    guard Update.self != UpdateCount.self, let locked else { return merge(Update(plain)) }
    var plain = plain
    return Unmanaged.passUnretained(locked)._withUnsafeGuaranteedRef {
      $0.merge(weight: 1, { Update(plain) }) { $0?._merge(exchanging: &plain) }
    }
  }
}

extension Int {
  /// The sum of two numbers of 0 or more; the largest number if the sum overflows.
  @inlinable
  func addingSaturated(_ other: Int) -> Int {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }
}
