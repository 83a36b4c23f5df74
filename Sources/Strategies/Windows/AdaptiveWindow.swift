/// When a delivery may start whose interval grows as long as updates have to wait for it.
struct AdaptiveWindow: DeliveryWindow {
  static let deliversInSubmit = true

  private let minimum: UInt64
  private let increment: UInt64
  private let maximum: UInt64
  private var throttle: ThrottleWindow
  private var hasToWait = false

  init(minimumNanoseconds: UInt64, incrementNanoseconds: UInt64, maximumNanoseconds: UInt64) {
    minimum = minimumNanoseconds
    increment = incrementNanoseconds
    maximum = max(minimum, maximumNanoseconds)
    throttle = ThrottleWindow(intervalNanoseconds: minimum)
  }

  var due: UInt64 { throttle.due }

  mutating func arrived(at now: UInt64) { hasToWait = now < due }

  /// The interval that begins now is longer than the last one if what is delivered had to wait.
  mutating func began(at now: UInt64) {
    throttle.intervalNanoseconds =
      hasToWait
      ? min(throttle.intervalNanoseconds.adding(orNever: increment), maximum) : minimum
    throttle.began(at: now)
  }

  mutating func ended(_ timing: DeliveryTiming) { throttle.ended(timing) }
}
