/// When a delivery of what is pending may start; a value, all times in nanoseconds of one clock.
///
/// It only answers what is due; ``WindowedDelivery`` owns the timer, the lock and the delivery.
protocol DeliveryWindow: Sendable {
  /// Whether an update that is due at once may be delivered inside `submit`, if that is on main.
  static var deliversInSubmit: Bool { get }

  /// The earliest start of the next delivery; the latest time there is means that nothing is due
  /// until ``arrived(at:)`` or ``ended(_:)``. While something is pending it may move later at any
  /// time, but earlier only in these two or where settings change: then the timer is set again.
  var due: UInt64 { get }

  /// An update, submitted at `now`, found nothing pending.
  mutating func arrived(at now: UInt64)

  /// What is pending is about to be delivered.
  mutating func began(at now: UInt64)

  /// The last delivery is over, its layout commit included.
  mutating func ended(_ timing: DeliveryTiming)
}
