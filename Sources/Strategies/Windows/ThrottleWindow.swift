/// When a throttled delivery may start: an interval after the last one's start.
struct ThrottleWindow: DeliveryWindow {
  static let deliversInSubmit = true

  var intervalNanoseconds: UInt64
  private var last = LastDelivery()

  init(intervalNanoseconds: UInt64) {
    self.intervalNanoseconds = intervalNanoseconds
  }

  /// The interval runs from start to start. A delivery that took more than half of the interval is
  /// followed by a pause as long as itself, or back-to-back deliveries would saturate main.
  var due: UInt64 {
    last.due { start, end in
      max(start.adding(orNever: intervalNanoseconds), end.adding(orNever: end - start))
    }
  }

  mutating func arrived(at now: UInt64) {}

  mutating func began(at now: UInt64) { last.began(at: now) }

  mutating func ended(_ timing: DeliveryTiming) { last.ended(timing) }

  mutating func reset() { last.forget() }
}
