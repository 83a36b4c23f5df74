/// When a throttled delivery may start: an interval after the last one's start.
struct ThrottleWindow: DeliveryWindow {
  static let deliversInSubmit = true

  var intervalNanoseconds: UInt64
  private var last: (start: UInt64, end: UInt64)?

  init(intervalNanoseconds: UInt64) {
    self.intervalNanoseconds = intervalNanoseconds
  }

  /// The earliest start of the next delivery; 0 where none was made yet.
  ///
  /// The interval runs from start to start. A delivery that took more than half of the interval is
  /// followed by a pause as long as itself, or back-to-back deliveries would saturate main.
  var due: UInt64 {
    guard let last else { return 0 }
    return max(
      last.start.adding(orNever: intervalNanoseconds), last.end + (last.end - last.start))
  }

  mutating func arrived(at now: UInt64) {}

  mutating func began(at now: UInt64) { last = (now, now) }

  mutating func ended(at now: UInt64) {
    guard let start = last?.start else { return }
    last = (start, max(start, now))
  }

  mutating func reset() { last = nil }
}
