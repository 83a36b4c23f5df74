public import Synchronization

/// How many updates were submitted; merging adds.
public struct UpdateCount: Mergeable, Equatable {
  /// The number of updates, 1 or more.
  public var updateCount: Int

  /// One update.
  public static let one = UpdateCount(1)

  /// The largest count. A larger one counts as this, so that sums cannot overflow.
  public static let most = 1 << 31

  /// Makes a count.
  /// - Parameter updateCount: the number of updates, 1 or more; ``most`` for "everything".
  @inlinable
  public init(_ updateCount: Int) {
    precondition(updateCount > 0, "A count of updates must be at least 1.")
    self.updateCount = min(updateCount, Self.most)
  }

  @inlinable
  init(sum: Int) { updateCount = sum }

  /// Adds the newer count.
  @inlinable
  public mutating func merge(_ newer: UpdateCount) {
    updateCount += newer.updateCount
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
    public func take() -> UpdateCount? {
      let taken = value.exchange(0, ordering: .acquiringAndReleasing)
      return taken <= 0 ? nil : UpdateCount(sum: taken)
    }

    /// How many updates are pending, by a read-modify-write.
    @inlinable
    public func submissions() -> Int {
      value.wrappingAdd(0, ordering: .acquiringAndReleasing).newValue
    }

    /// How many updates are pending.
    public var count: Int { value.load(ordering: .acquiring) }
  }
}
