/// How many updates were submitted; merging adds the counts.
@frozen
public struct UpdateCount: Mergeable, Equatable {
  /// The number of updates, 0 to 2³¹ (2¹⁵ where `Int` has 32 bits, as on watchOS); 0 means no update.
  public let updateCount: Int

  /// One update.
  public static let one = UpdateCount(1)

  /// The largest count, small enough that the sum of two counts cannot overflow.
  @inlinable static var most: Int { 1 << (Int.bitWidth / 2 - 1) }

  /// Makes a count.
  /// - Parameter updateCount: the number of updates, clamped to the range of the property `updateCount`.
  @inlinable
  public init(_ updateCount: Int) { self.init(sum: max(0, updateCount)) }

  @inlinable
  init(sum: Int) { updateCount = min(sum, Self.most) }

  /// Adds the newer count.
  @inlinable
  public mutating func merge(_ newer: UpdateCount) {
    self = UpdateCount(sum: updateCount + newer.updateCount)
  }
}
