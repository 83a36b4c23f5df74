public import Synchronization

/// How many updates were submitted; merging adds.
public struct UpdateCount: Mergeable, Equatable {
  /// The number of updates, 1 or more.
  public var updateCount: Int

  /// One update.
  public static let one = UpdateCount(1)

  /// More than this counts as this, so that sums stay far from overflowing.
  public static let most = 1 << 31

  /// - Parameter updateCount: the number of updates; must be 1 or more. For "everything" say
  ///   ``most``.
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

  /// The store for counts: a single atomic addition a submission.
  public final class Pending: PendingUpdates {
    @usableFromInline let value = Atomic<Int>(0)

    /// Makes an empty store.
    public init() {}

    /// Adds `update`. Answers the sum.
    ///
    /// A read-modify-write on every call, and an acquiring and releasing one: "load, and return if
    /// it is set" is cheaper and loses updates, for nothing then orders the model change before the
    /// delivery's reading of the model.
    @inlinable
    public func merge(_ update: UpdateCount) -> Int {
      value.wrappingAdd(update.updateCount, ordering: .acquiringAndReleasing).newValue
    }

    /// Empties the store and answers what was in it; nil if that was nothing.
    @inlinable
    public func take() -> UpdateCount? {
      let taken = value.exchange(0, ordering: .acquiringAndReleasing)
      return taken <= 0 ? nil : UpdateCount(sum: taken)
    }

    /// How many updates wait here, by a read-modify-write.
    @inlinable
    public func submissions() -> Int {
      value.wrappingAdd(0, ordering: .acquiringAndReleasing).newValue
    }

    /// How many updates wait here.
    public var count: Int { value.load(ordering: .acquiring) }
  }
}
