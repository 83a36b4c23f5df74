/// What a coalescer has counted since it was made.
public struct DeliveryCounts: Sendable, Equatable {
  /// How many updates were submitted, by ``Mergeable/updateCount``, 0 or 1 if empty; excludes any that cancelled out.
  public internal(set) var submissions = 0
  /// How many deliveries have ended, not counting those whose handlers threw.
  public internal(set) var deliveries = 0
  /// How often a handler threw without being cancelled. Its update stays pending until a later handler returns.
  public internal(set) var failed = 0
  /// How many of the submissions were dropped instead of delivered, including elements over a limit.
  public internal(set) var dropped = 0
  /// The longest wait of an update until its delivery began, excluding any pause during which it was submitted.
  public internal(set) var longestWait = Duration.zero
  /// How much main-thread time handlers and layout commits took. Most commits are not timed; each of those counts as
  /// much as the last timed one. A loop over ``Coalescer/deliveries`` and tasks off the main thread do not count.
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
