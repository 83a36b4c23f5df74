/// When a throttled delivery may start; a pure value, all times in nanoseconds.
struct ThrottleWindow {
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
    let (intervalEnd, isNever) = last.start.addingReportingOverflow(intervalNanoseconds)
    return isNever ? .max : max(intervalEnd, last.end + (last.end - last.start))
  }

  mutating func began(at now: UInt64) { last = (now, now) }

  mutating func ended(at now: UInt64) {
    guard let start = last?.start else { return }
    last = (start, max(start, now))
  }

  mutating func reset() { last = nil }
}
