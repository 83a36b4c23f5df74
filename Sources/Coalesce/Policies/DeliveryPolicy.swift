/// Decides when what waits in a ``Coalescer`` is delivered. A value: it is told what happens and
/// when, and answers what is due. It never reads a clock, sets a timer or calls anything.
///
/// A policy of your own needs ``due``, ``heard(_:at:)`` and ``began(at:)``; everything else has a
/// default. Test it by feeding it counts and times. All times are nanoseconds of one clock.
///
/// Thread safety: the coalescer calls one member at a time, under its lock: keep them short.
public protocol DeliveryPolicy: Sendable {
  /// The earliest start of the next delivery; `.max` for not until something else happens. Asked
  /// while something waits and no delivery is under way; it may move either way with each call below.
  var due: UInt64 { get }

  /// `count` more updates wait since the last call, the newest of which was submitted at `now`.
  mutating func heard(_ count: Int, at now: UInt64)

  /// All that waits is about to be delivered.
  mutating func began(at now: UInt64)

  /// With how many updates waiting it wants to hear again, now that it has heard of `heard` of them;
  /// `.max`, the default, for not before the next batch. Each hearing takes a lock: ask for few.
  func nextCount(after heard: Int) -> Int

  /// Main looks, and finds `count` more updates that were submitted since the last call, nobody knows
  /// when. By default they count as heard now.
  mutating func looked(_ count: Int, at now: UInt64)

  /// Main was woken for what was due, and it is due no longer, for more has come. Nothing by default.
  mutating func foundNothingDue(at now: UInt64)

  /// A delivery is over. Only where ``timesDeliveries`` is true.
  mutating func ended(_ timing: DeliveryTiming)

  /// What was waiting waits no longer, and was not delivered. Nothing by default.
  mutating func dropped()

  /// Forgets when the last delivery was, so that the next may come at once. Nothing by default.
  mutating func reset()

  /// Takes over what `old` knows, where a running coalescer is given other settings. Answers whether
  /// it did; false by default, and then the policy begins anew and hears of all that waits.
  mutating func inherit(from old: Self) -> Bool

  /// Whether each delivery is timed, its layout commit included, before the next may begin. True by
  /// default; costs one pass of main a delivery.
  var timesDeliveries: Bool { get }

  /// Whether an update that is due at once is delivered inside `submit`, if that is on main. False by
  /// default, and better so: Observation and Combine announce a change *before* it is made, and a
  /// delivery inside that call shows the old model for good.
  var deliversInSubmit: Bool { get }

  /// Whether the time of every submission counts; it is then read without a lock, at the price of a
  /// clock reading each, and told by ``noted(newest:)``. False by default.
  var notesEverySubmission: Bool { get }

  /// The newest submission was at this time; told before ``due`` is asked.
  mutating func noted(newest: UInt64)
}

extension DeliveryPolicy {
  /// Not before the next batch.
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

/// When a delivery happened; nanoseconds of the coalescer's clock.
public struct DeliveryTiming: Sendable {
  /// When the handler was called.
  public var start: UInt64
  /// When it returned.
  public var end: UInt64
  /// What it took of main; of an asynchronous handler nobody knows, and it is 0.
  public var mainNanoseconds: UInt64
  /// When main took up the next thing, the layout commit behind it; nil where that says nothing,
  /// because another delivery began before.
  public private(set) var settled: UInt64?

  /// Describes a delivery; without `mainNanoseconds`, one that took main from its start to its end.
  public init(start: UInt64, end: UInt64, settled: UInt64? = nil, mainNanoseconds: UInt64? = nil) {
    self.start = start
    // A clock that was stepped back makes a delivery that took nothing.
    self.end = max(start, end)
    self.mainNanoseconds = mainNanoseconds ?? self.end - start
    if let settled { settle(at: settled) }
  }

  mutating func settle(at time: UInt64) { settled = max(time, end) }
}
