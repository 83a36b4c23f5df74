/// Counts of a coalescer's updates and deliveries since it was made, and their times.
public struct DeliveryStatistics: Sendable, Equatable {
  /// The total ``Mergeable/updateCount`` of submitted updates; 0 or 1 for an empty one, 0 for those that cancelled out.
  public internal(set) var submissions = 0
  /// How many deliveries have ended, not counting those whose handlers threw.
  public internal(set) var deliveries = 0
  /// How often a handler threw without being cancelled. Its update stays pending until a later delivery succeeds.
  public internal(set) var failed = 0
  /// How many of the submissions were dropped instead of delivered, including elements over a limit.
  public internal(set) var dropped = 0
  /// The longest wait of an update until its delivery began, excluding any pause during which it was submitted.
  public internal(set) var longestWait = Duration.zero
  /// How much main-thread time handlers and layout commits took. Most commits are not timed; an untimed one counts as
  /// much as the last timed one. Loops over ``Coalescer/deliveries`` and tasks off the main thread do not count.
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
