public import Synchronization

/// Which kinds of change happened, one bit for each kind; merging unites.
@frozen
public struct UpdateFlags: OptionSet, Mergeable {
  /// The store for flags: two atomics.
  public typealias Pending = FlagsPending<UpdateFlags>

  /// The bits; bit n stands for kind n.
  public let rawValue: UInt

  /// Makes flags from their bits.
  @inlinable
  public init(rawValue: UInt) { self.rawValue = rawValue }
}

/// For every `OptionSet`, your own too: merging unites, and an empty set is no update.
extension Mergeable where Self: OptionSet {
  /// Unites with the newer options.
  @inlinable
  public mutating func merge(_ newer: Self) {
    // By its own name: `formUnion` of a nested option set would do as well.
    self = union(newer)
  }

  /// 1 if any option is set, else 0.
  @inlinable
  public var updateCount: Int { isEmpty ? 0 : 1 }
}

/// For option sets over `UInt`: an atomic store.
extension Mergeable where Self: OptionSet, RawValue == UInt {
  /// The store for such options, unless the type names another.
  public typealias Pending = FlagsPending<Self>
}

/// The store for options over `UInt`: an atomic `or`, and an atomic count of submissions.
///
/// Submitting an empty set does nothing.
public final class FlagsPending<Flags: OptionSet & Sendable>: PendingUpdates
where Flags.RawValue == UInt {
  @usableFromInline let bits = Atomic<UInt>(0)
  @usableFromInline let submitted = Atomic<Int>(0)

  /// Makes an empty store.
  public init() {}

  /// Adds the options of `update`. Returns how many submissions are pending.
  ///
  /// The bits are set before the count, so the bits of every counted submission can be found. If
  /// ``takeAll()`` comes between the two, a count without bits is left, and the next one finds
  /// nothing.
  @inlinable
  public func merge(_ update: Flags) -> Int {
    guard update.rawValue != 0 else { return submissions() }
    bits.bitwiseOr(update.rawValue, ordering: .acquiringAndReleasing)
    return submitted.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
  }

  /// Empties the store and returns what was in it; nil if it was empty.
  @inlinable
  public func takeAll() -> (update: Flags, submissions: Int)? {
    let submissions = submitted.exchange(0, ordering: .releasing)
    let taken = bits.exchange(0, ordering: .acquiringAndReleasing)
    return taken == 0 ? nil : (Flags(rawValue: taken), submissions)
  }

  /// Sets its bits again.
  public func putBack(_ older: Flags) { _ = merge(older) }

  /// How many submissions are pending, by a read-modify-write.
  @inlinable
  public func submissions() -> Int {
    submitted.wrappingAdd(0, ordering: .acquiringAndReleasing).newValue
  }

  /// 1 while any option is pending, else 0.
  public var count: Int { bits.load(ordering: .acquiring) == 0 ? 0 : 1 }
}
