/// What a coalescer has counted since it was made.
public struct DeliveryCounts: Sendable, Equatable {
  /// How many updates were submitted, each counted as ``Mergeable/updateCount`` says and at least as 1.
  public internal(set) var submissions = 0
  /// How many deliveries were made.
  public internal(set) var deliveries = 0
  /// How many of the submissions were dropped instead of delivered.
  public internal(set) var dropped = 0
  /// The longest time that an update waited until its delivery began; one that came during a pause is
  /// counted from the pause's end.
  public internal(set) var longestWait = Duration.zero
  /// How much of the main thread's time deliveries took, layout commits included as far as they could be
  /// told.
  public internal(set) var mainTime = Duration.zero

  mutating func began(submissions taken: Int, waited: UInt64) {
    submissions += taken
    deliveries += 1
    longestWait = max(longestWait, .nanoseconds(Int64(clamping: waited)))
  }

  mutating func ended(mainNanoseconds: UInt64) {
    mainTime += .nanoseconds(Int64(clamping: mainNanoseconds))
  }

  mutating func drop(_ count: Int) {
    submissions += count
    dropped += count
  }
}
