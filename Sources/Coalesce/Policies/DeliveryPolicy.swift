/// Decides when a ``Coalescer`` delivers its pending updates.
///
/// A policy is a value. It learns what happens and when, and says when the next delivery is due. It never reads a
/// clock, sets a timer or calls other code.
///
/// A policy of your own needs ``due``, ``didHear(_:at:)`` and ``willDeliver(at:)``; everything else has a default. Test
/// it with counts and times of your own. All times are nanoseconds of one clock.
///
/// Thread safety: the coalescer calls one member at a time, under its lock. Keep each member short.
public protocol DeliveryPolicy: Sendable {
  /// The earliest start of the next delivery; `.max` for "not until something else happens". Each method below may make
  /// it earlier or later. Read while updates are pending; during a delivery, only if a newer update may cancel it.
  var due: UInt64 { get }

  /// Hears of `count` new updates. `now` is when the newest was submitted or when the main thread found them.
  mutating func didHear(_ count: Int, at now: UInt64)

  /// Everything pending is about to be delivered.
  mutating func willDeliver(at now: UInt64)

  /// The number of pending updates at which to call ``didHear(_:at:)`` again, once the policy has heard of `heard`;
  /// `.max`, the default, for "not before the next batch". Each call takes a lock, so ask for few calls.
  func nextCount(after heard: Int) -> Int

  /// A delivery and its layout commit are over. Called one main-thread pass later; no timer is set until then.
  mutating func didDeliver(_ timing: DeliveryTiming)

  /// The pending updates were dropped, or cancelled each other out. Does nothing by default.
  mutating func didDrop()
}

extension DeliveryPolicy {
  /// Returns `.max`.
  public func nextCount(after heard: Int) -> Int { .max }

  /// Does nothing.
  public mutating func didDeliver(_ timing: DeliveryTiming) {}

  /// Does nothing.
  public mutating func didDrop() {}
}
