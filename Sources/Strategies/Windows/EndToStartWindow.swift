/// When a delivery may start whose interval is counted from the end of the last one.
struct EndToStartWindow: DeliveryWindow {
  static let deliversInSubmit = true

  let intervalNanoseconds: UInt64
  private var lastEnd: UInt64?

  init(intervalNanoseconds: UInt64) {
    self.intervalNanoseconds = intervalNanoseconds
  }

  /// An interval after the end of the last delivery, or after its start while it goes on; 0 where
  /// none was made yet.
  var due: UInt64 { lastEnd?.adding(orNever: intervalNanoseconds) ?? 0 }

  mutating func arrived(at now: UInt64) {}

  mutating func began(at now: UInt64) { lastEnd = now }

  mutating func ended(at now: UInt64) { lastEnd = now }
}
