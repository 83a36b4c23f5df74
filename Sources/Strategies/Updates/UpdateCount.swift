public import Synchronization

/// How many updates were submitted; merging adds.
public struct UpdateCount: Mergeable, Equatable {
  /// The number of updates, 1 or more.
  public var updateCount: Int

  /// One update.
  public static let one = UpdateCount(1)

  /// - Parameter updateCount: the number of updates; must be 1 or more.
  @inlinable
  public init(_ updateCount: Int) {
    precondition(updateCount > 0, "A count of updates must be at least 1.")
    self.updateCount = updateCount
  }

  /// Adds the newer count.
  @inlinable
  public mutating func merge(_ newer: UpdateCount) {
    updateCount += newer.updateCount
  }

  /// The store for counts: a single atomic addition a submission.
  public final class Pending: PendingUpdates {
    @usableFromInline let value = Atomic<Int>(0)

    /// Makes an empty store.
    public init() {}

    /// Adds `update`. Answers whether the store was empty before.
    ///
    /// A read-modify-write on every call, and an acquiring and releasing one: "load, and return if
    /// it is set" is cheaper and loses updates, for nothing then orders the model change before the
    /// delivery's reading of the model.
    @inlinable
    public func merge(_ update: UpdateCount) -> Bool {
      value.wrappingAdd(update.updateCount, ordering: .acquiringAndReleasing).oldValue == 0
    }

    /// Empties the store and answers what was in it; nil if that was nothing.
    @inlinable
    public func take() -> UpdateCount? {
      let taken = value.exchange(0, ordering: .acquiringAndReleasing)
      return taken == 0 ? nil : UpdateCount(taken)
    }

    /// How many updates wait here.
    public var count: Int { value.load(ordering: .acquiring) }
  }
}
