/// The updates that an engine delivers, whatever their type.
///
/// Thread safety: every member may be used from any thread, except that only the main thread calls `take` (under the
/// engine's lock), `call` and `findReceiver` (not under it). That lock is held while the rest of a delivery is started.
protocol Deliverable: AnyObject, Sendable {
  /// Returns whether there is a receiver, and releases the handler of a target that is gone. Call it on the main thread
  /// and not under a lock, because it may release a target.
  func findReceiver() -> Bool

  /// The number of new submissions, by a read-modify-write. Updates that were put back do not count.
  func submissions() -> Int

  var isEmpty: Bool { get }

  var count: Int { get }

  /// Empties the store for a delivery, or takes a portion. Returns nil if the store was empty. Releases no updates,
  /// because that may call other code.
  func take(_ portion: PortionSize?, at now: UInt64) -> TakenCounts?

  /// Counts the oldest `count` submissions as put back. Returns how many that were.
  func putBackRest(_ count: Int) -> Int

  func call() -> DeliveryCall

  /// Drops what is pending. Returns the number of new submissions, and the updates, whose release may call other code.
  func discard() -> (submissions: Int, content: Any?)

  /// Releases the handler and the observations on the main thread.
  func releaseHandler()
}

struct TakenCounts: Sendable {
  /// The number of new submissions; 0 if all of the update had been put back, and less if some of that is left.
  var submissions: Int
  /// The number of elements dropped since the last time because of a limit.
  var dropped = 0
  /// The number of elements, if deliveries take portions.
  var elements = 0
  /// How many elements a portion left, each of which counts as a submission, and when the oldest of them arrived.
  var rest: (count: Int, since: UInt64)?
}
