public import Synchronization

/// Which kinds of change happened, one bit each; merging unites.
public struct UpdateFlags: OptionSet, Mergeable {
  /// Where flags wait: two atomics.
  public typealias Pending = FlagsPending<UpdateFlags>

  /// The bits; bit n stands for kind n.
  public let rawValue: UInt

  /// Makes flags from their bits.
  @inlinable
  public init(rawValue: UInt) { self.rawValue = rawValue }
}

/// For every `OptionSet`, an app's own ones too: merging unites, and no options at all are no update.
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
  /// Where such options wait unless the type says otherwise.
  public typealias Pending = FlagsPending<Self>
}

/// The store for options over `UInt`: an atomic `or`, and an atomic count of submissions.
///
/// Submitting no options at all changes nothing and arranges nothing.
public final class FlagsPending<Flags: OptionSet & Sendable>: PendingUpdates
where Flags.RawValue == UInt {
  @usableFromInline let bits = Atomic<UInt>(0)
  @usableFromInline let submitted = Atomic<Int>(0)

  /// Makes an empty store.
  public init() {}

  /// Unites with `update`. Answers how many submissions wait.
  ///
  /// The bits come first: whoever counts this submission finds its bits. Where a taker is between the
  /// two, the count is left over without bits, and the next taker finds nothing.
  @inlinable
  public func merge(_ update: Flags) -> Int {
    guard update.rawValue != 0 else { return submissions() }
    bits.bitwiseOr(update.rawValue, ordering: .acquiringAndReleasing)
    return submitted.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
  }

  /// Empties the store and answers what was in it; nil if that was nothing.
  @inlinable
  public func take() -> Flags? {
    submitted.store(0, ordering: .releasing)
    let taken = bits.exchange(0, ordering: .acquiringAndReleasing)
    return taken == 0 ? nil : Flags(rawValue: taken)
  }

  /// How many submissions wait here, by a read-modify-write.
  @inlinable
  public func submissions() -> Int {
    submitted.wrappingAdd(0, ordering: .acquiringAndReleasing).newValue
  }

  /// 1 while any option waits here, else 0.
  public var count: Int { bits.load(ordering: .acquiring) == 0 ? 0 : 1 }
}
