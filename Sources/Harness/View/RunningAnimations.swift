/// The animations of a view that have not ended.
struct RunningAnimations {
  /// As many as UICollectionView has in flight: the thirty-second is an error.
  static let limit = 31

  private var ends: [UInt64] = []

  init() { ends.reserveCapacity(Self.limit) }

  mutating func count(atNanoseconds now: UInt64) -> Int {
    ends.removeAll { $0 <= now }
    return ends.count
  }

  mutating func begin(atNanoseconds now: UInt64, until end: UInt64) throws(TooManyAnimations) {
    guard count(atNanoseconds: now) < Self.limit else { throw TooManyAnimations() }
    ends.append(end)
  }
}
