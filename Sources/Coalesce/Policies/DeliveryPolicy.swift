/// Decides when a ``Coalescer`` delivers its pending updates.
///
/// A policy is a value. It is told what happens and when, and answers when the next delivery is
/// due. It never reads a clock, sets a timer or calls other code.
///
/// A policy of your own needs ``due``, ``heard(_:at:)`` and ``began(at:)``; everything else has a
/// default. Test it by feeding it counts and times. All times are nanoseconds of one clock.
///
/// Thread safety: the coalescer calls one member at a time, under its lock. Keep them short.
public protocol DeliveryPolicy: Sendable {
  /// The earliest start of the next delivery; `.max` for "not until something else happens". Read
  /// while updates are pending and no delivery is under way. Each call below may move it either
  /// way.
  var due: UInt64 { get }

  /// `count` more updates are pending since the last call; the newest was submitted at `now`.
  mutating func heard(_ count: Int, at now: UInt64)

  /// Everything pending is about to be delivered.
  mutating func began(at now: UInt64)

  /// At how many pending updates the policy wants to hear again, having heard of `heard` of them;
  /// `.max`, the default, for "not before the next batch". Each hearing takes a lock: ask for few.
  func nextCount(after heard: Int) -> Int

  /// The main thread has looked and found `count` more updates, submitted at unknown times since
  /// the last call. By default they count as heard now.
  mutating func looked(_ count: Int, at now: UInt64)

  /// The main thread was woken for a delivery that is no longer due, because more updates have
  /// come. Does nothing by default.
  mutating func foundNothingDue(at now: UInt64)

  /// A delivery is over. Called only if ``timesDeliveries`` is true.
  mutating func ended(_ timing: DeliveryTiming)

  /// The pending updates were dropped, not delivered. Does nothing by default.
  mutating func dropped()

  /// Forgets the last delivery, so that the next may come at once. Does nothing by default.
  mutating func reset()

  /// Takes over what `old` knows, when a running coalescer is given other settings. Returns whether
  /// it did. If not, as by default, the policy starts afresh and hears of everything pending.
  mutating func inherit(from old: Self) -> Bool

  /// Whether each delivery is timed, layout commit included, before the next may begin. True by
  /// default. Timing takes one more pass of the main thread. Until that is over, no timer is set
  /// for the next delivery, so that many calls of `flush` in one pass are cheap.
  var timesDeliveries: Bool { get }

  /// Whether an update that is due at once is delivered inside a `submit` on the main thread. False
  /// by default, and best left so: Observation and Combine announce a change *before* it is made,
  /// and a delivery inside that call shows the old model for good.
  var deliversInSubmit: Bool { get }

  /// Whether the policy needs the time of every submission, which it then gets by
  /// ``noted(newest:)``. Each submission then reads the clock, without a lock. False by default.
  var notesEverySubmission: Bool { get }

  /// The newest submission came at this time. Called before ``due`` is read.
  mutating func noted(newest: UInt64)
}

extension DeliveryPolicy {
  /// `.max`: not before the next batch.
  public func nextCount(after heard: Int) -> Int { .max }

  /// Counts them as heard now.
  public mutating func looked(_ count: Int, at now: UInt64) { heard(count, at: now) }

  /// Does nothing.
  public mutating func foundNothingDue(at now: UInt64) {}

  /// Does nothing.
  public mutating func ended(_ timing: DeliveryTiming) {}

  /// Does nothing.
  public mutating func dropped() {}

  /// Does nothing.
  public mutating func reset() {}

  /// Takes over nothing.
  public mutating func inherit(from old: Self) -> Bool { false }

  /// True.
  public var timesDeliveries: Bool { true }

  /// False.
  public var deliversInSubmit: Bool { false }

  /// False.
  public var notesEverySubmission: Bool { false }

  /// Does nothing.
  public mutating func noted(newest: UInt64) {}
}

/// When a delivery happened and what it took of the main thread, in nanoseconds of the coalescer's
/// clock. The article <doc:WhatADeliveryCosts> says how each figure is come by.
public struct DeliveryTiming: Sendable {
  /// When the handler was called.
  public let start: UInt64
  /// When it returned.
  public let end: UInt64
  /// How much of the main thread's time the handler took.
  public let mainNanoseconds: UInt64
  /// How long the layout commit behind it took; nil if that could not be told.
  public let layoutNanoseconds: UInt64?

  /// Describes a delivery. Without `mainNanoseconds`, it took the main thread from its start to its
  /// end.
  public init(
    start: UInt64, end: UInt64, mainNanoseconds: UInt64? = nil, layoutNanoseconds: UInt64? = nil
  ) {
    self.start = start
    // A clock that was stepped back makes a delivery that took nothing.
    self.end = max(start, end)
    self.mainNanoseconds = mainNanoseconds ?? self.end - start
    self.layoutNanoseconds = layoutNanoseconds
  }
}
