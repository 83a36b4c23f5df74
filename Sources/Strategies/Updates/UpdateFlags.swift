public import Synchronization

/// Which kinds of change happened, one bit each; merging unites.
public struct UpdateFlags: OptionSet, Mergeable {
  /// The bits; bit n stands for kind n.
  public let rawValue: UInt

  /// Makes flags from their bits.
  @inlinable
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Unites with the newer flags.
  @inlinable
  public mutating func merge(_ newer: UpdateFlags) { formUnion(newer) }

  /// The store for flags: a single atomic `or` a submission.
  ///
  /// Submitting no flags at all changes nothing and arranges nothing.
  public final class Pending: PendingUpdates {
    @usableFromInline let bits = Atomic<UInt>(0)

    /// Makes an empty store.
    public init() {}

    /// Unites with `update`. Answers whether the store was empty before and no longer is.
    @inlinable
    public func merge(_ update: UpdateFlags) -> Bool {
      let old = bits.bitwiseOr(update.rawValue, ordering: .acquiringAndReleasing).oldValue
      return old == 0 && update.rawValue != 0
    }

    /// Empties the store and answers what was in it; nil if that was nothing.
    @inlinable
    public func take() -> UpdateFlags? {
      let taken = bits.exchange(0, ordering: .acquiringAndReleasing)
      return taken == 0 ? nil : UpdateFlags(rawValue: taken)
    }

    /// 1 while any flag waits here, else 0.
    public var count: Int { bits.load(ordering: .acquiring) == 0 ? 0 : 1 }
  }
}
