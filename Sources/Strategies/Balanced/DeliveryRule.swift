/// When pending updates are delivered, and in which form; a value, all times in nanoseconds of one
/// clock.
///
/// It only answers what is due; ``RuledDelivery`` owns the timer, the lock and the delivery.
protocol DeliveryRule: Sendable {
  /// How something may be delivered; `Void` where there is one way.
  associatedtype Form: Sendable

  /// The earliest start of the next delivery. Asked while something is pending and main is done with
  /// the last delivery; it may move either way with each update.
  var due: UInt64 { get }

  /// So many updates were submitted at `now`.
  mutating func arrived(_ count: Int, at now: UInt64)

  /// What is pending is about to be delivered. Answers in which form.
  mutating func began(at now: UInt64) -> Form

  /// A delivery is over.
  mutating func ended(_ timing: DeliveryTiming)

  /// What was pending is pending no longer, and was not delivered.
  mutating func dropped()
}
