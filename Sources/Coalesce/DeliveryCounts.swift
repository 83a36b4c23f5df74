/// What a coalescer has counted since it was made.
public struct DeliveryCounts: Sendable, Equatable {
  /// How many updates were submitted, each counted as ``Mergeable/updateCount`` says and at least as 1.
  public internal(set) var submissions = 0
  /// How many deliveries were made: their handlers have returned.
  public internal(set) var deliveries = 0
  /// How many handlers threw. Their updates are pending until a later handler returns.
  public internal(set) var failed = 0
  /// How many of the submissions were dropped instead of delivered, elements over a limit included.
  public internal(set) var dropped = 0
  /// The longest time that an update waited until its delivery began, not counting a pause in which it came.
  public internal(set) var longestWait = Duration.zero
  /// How much main-thread time deliveries took, without those of a loop over ``Coalescer/deliveries``. Includes layout
  /// commits, most of which count as the last one that was timed.
  public internal(set) var mainTime = Duration.zero

  mutating func began(submissions taken: Int, dropped cut: Int, waited: UInt64) {
    submissions += taken
    dropped += cut
    longestWait = max(longestWait, .nanoseconds(Int64(clamping: waited)))
  }

  mutating func delivered(mainNanoseconds: UInt64) {
    deliveries += 1
    took(mainNanoseconds: mainNanoseconds)
  }

  mutating func took(mainNanoseconds: UInt64) {
    mainTime += .nanoseconds(Int64(clamping: mainNanoseconds))
  }

  mutating func drop(_ count: Int) {
    submissions += count
    dropped += count
  }
}
