/// When a delivery may start whose interval is counted from the end of the last one.
struct EndToStartWindow: DeliveryWindow {
  static let deliversInSubmit = true

  let intervalNanoseconds: UInt64
  private var last = LastDelivery()

  init(intervalNanoseconds: UInt64) {
    self.intervalNanoseconds = intervalNanoseconds
  }

  var due: UInt64 { last.due { _, end in end.adding(orNever: intervalNanoseconds) } }

  mutating func arrived(at now: UInt64) {}

  mutating func began(at now: UInt64) { last.began(at: now) }

  mutating func ended(_ timing: DeliveryTiming) { last.ended(timing) }
}
