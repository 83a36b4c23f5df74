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
  /// it earlier or later. Read while updates are pending; during a delivery, only if a newer update may cancel that.
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

/// A policy of this package, with requirements that an app's own policies do not have.
package protocol EnginePolicy: DeliveryPolicy {
  /// The main thread has found `count` new updates, submitted at unknown times. By default, `now` counts as their time.
  mutating func didHearLate(_ count: Int, at now: UInt64)

  /// The main thread was woken too early for a delivery, which updates may have postponed. Does nothing by default.
  mutating func didWakeInVain(at now: UInt64)

  /// Forgets the last delivery, so that the next one does not wait because of it. Does nothing by default.
  mutating func reset()

  /// Takes over what `old` knows when a running coalescer is given other settings. If it returns false, as by default,
  /// the policy starts afresh and hears of everything pending.
  mutating func inherit(from old: Self) -> Bool

  /// Whether an update that is due at once is delivered inside a `submit` on the main thread. False by default:
  /// Observation and Combine announce a change *before* it is made, so such a delivery shows the old model.
  var deliversInSubmit: Bool { get }

  /// Whether each submission reads the clock, without a lock, for ``didNote(newest:)``. False by default.
  var notesEverySubmission: Bool { get }

  /// The newest submission was made at time `newest`. Called before ``due`` is read.
  mutating func didNote(newest: UInt64)

  /// Whether deliveries and their layout commits are timed. If so, the next delivery waits for a pass. True by default.
  var timesDeliveries: Bool { get }

  /// Whether all coalescers with this policy on one main thread form a group. False by default.
  var sharesMainThread: Bool { get }

  /// The policy's key in the bench, with parameters, for recordings. Nil, the default, if the bench has no such policy.
  var key: String? { get }
}

extension EnginePolicy {
  package mutating func didHearLate(_ count: Int, at now: UInt64) { didHear(count, at: now) }
  package mutating func didWakeInVain(at now: UInt64) {}
  package mutating func reset() {}
  package mutating func inherit(from old: Self) -> Bool { false }
  package var deliversInSubmit: Bool { false }
  package var notesEverySubmission: Bool { false }
  package mutating func didNote(newest: UInt64) {}
  package var timesDeliveries: Bool { true }
  package var sharesMainThread: Bool { false }
  package var key: String? { nil }
}

extension UInt64 {
  /// The nanoseconds as a duration that the bench reads, such as "100.0ms".
  package var keyText: String { "\(Double(self) / 1e6)ms" }
}

struct AppPolicy<Base: DeliveryPolicy>: EnginePolicy {
  var base: Base

  var due: UInt64 { base.due }
  func nextCount(after heard: Int) -> Int { base.nextCount(after: heard) }
  mutating func didHear(_ count: Int, at now: UInt64) { base.didHear(count, at: now) }
  mutating func willDeliver(at now: UInt64) { base.willDeliver(at: now) }
  mutating func didDeliver(_ timing: DeliveryTiming) { base.didDeliver(timing) }
  mutating func didDrop() { base.didDrop() }
}

/// A delivery's times and its main-thread time, in nanoseconds of the coalescer's clock; see `docs/in-an-app.md`.
public struct DeliveryTiming: Sendable {
  /// When the handler was called.
  public let start: UInt64
  /// When the handler returned.
  public let end: UInt64
  /// How much of the main thread's time the handler took.
  public let mainNanoseconds: UInt64
  /// The delivery's share of the layout commit that followed; nil if unknown.
  public let layoutNanoseconds: UInt64?

  /// Describes a delivery; by default, the handler kept the main thread busy from start to end.
  public init(
    start: UInt64, end: UInt64, mainNanoseconds: UInt64? = nil, layoutNanoseconds: UInt64? = nil
  ) {
    self.start = start
    // If the clock was set back, the delivery counts as having taken no time.
    self.end = max(start, end)
    self.mainNanoseconds = mainNanoseconds ?? self.end - start
    self.layoutNanoseconds = layoutNanoseconds
  }
}
