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
