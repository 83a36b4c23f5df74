public import Synchronization

/// How many updates were submitted; merging adds.
@frozen
public struct UpdateCount: Mergeable, Equatable {
  /// The number of updates, 0 to ``most``; 0 is no update.
  public let updateCount: Int

  /// One update.
  public static let one = UpdateCount(1)

  /// The largest count: 2³¹, and 2¹⁵ on watchOS, where `Int` has 32 bits. A larger one counts as
  /// this, so that sums cannot overflow.
  public static let most = 1 << (Int.bitWidth / 2 - 1)

  /// Makes a count.
  /// - Parameter updateCount: the number of updates; a negative one counts as 0, ``most`` or more as
  ///   "everything".
  @inlinable
  public init(_ updateCount: Int) { self.init(sum: max(0, updateCount)) }

  @inlinable
  init(sum: Int) { updateCount = min(sum, Self.most) }

  /// Adds the newer count.
  @inlinable
  public mutating func merge(_ newer: UpdateCount) {
    self = UpdateCount(sum: updateCount + newer.updateCount)
  }

  /// The store for counts: one atomic addition for each submission.
  public final class Pending: PendingUpdates {
    @usableFromInline let value = Atomic<Int>(0)

    /// Makes an empty store.
    public init() {}

    /// Adds `update`. Returns the sum.
    ///
    /// Each call is a read-modify-write, acquiring and releasing. "Load, and return if it is set"
    /// is cheaper and loses updates: nothing then orders the change of the model before the
    /// delivery that reads it.
    @inlinable
    public func merge(_ update: UpdateCount) -> Int {
      value.wrappingAdd(update.updateCount, ordering: .acquiringAndReleasing).newValue
    }

    /// Empties the store and returns what was in it; nil if it was empty.
    @inlinable
    public func takeAll() -> (update: UpdateCount, submissions: Int)? {
      let taken = value.exchange(0, ordering: .acquiringAndReleasing)
      return taken <= 0 ? nil : (UpdateCount(sum: taken), taken)
    }

    /// Adds it.
    public func putBack(_ older: UpdateCount) { _ = merge(older) }

    /// How many updates are pending, by a read-modify-write.
    @inlinable
    public func submissions() -> Int {
      value.wrappingAdd(0, ordering: .acquiringAndReleasing).newValue
    }

    /// How many updates are pending.
    public var count: Int { value.load(ordering: .acquiring) }
  }
}
