/// When a delivery at a frame boundary may start: boundaries are the multiples of the period.
struct FrameWindow: DeliveryWindow {
  static let deliversInSubmit = false

  private let period: UInt64
  private var arrival = UInt64.max
  private var last = LastDelivery()

  init(periodNanoseconds: UInt64) { period = periodNanoseconds }

  /// The first boundary at which something was pending and main had done with the last delivery; in
  /// a frame that has had its delivery already, the next one.
  var due: UInt64 {
    let afterLast = last.due { start, end in max(boundary(notBefore: end), boundary(after: start)) }
    return max(boundary(notBefore: arrival), afterLast)
  }

  mutating func arrived(at now: UInt64) { arrival = now }

  /// The next arrival is not known yet, though its update may be in the store already.
  mutating func began(at now: UInt64) {
    arrival = .max
    last.began(at: now)
  }

  mutating func ended(_ timing: DeliveryTiming) { last.ended(timing) }

  private func boundary(notBefore time: UInt64) -> UInt64 {
    guard period > 0 else { return time }
    return time.isMultiple(of: period) ? time : boundary(after: time)
  }

  private func boundary(after time: UInt64) -> UInt64 {
    guard period > 0 else { return time }
    return (time - time % period).adding(orNever: period)
  }
}
