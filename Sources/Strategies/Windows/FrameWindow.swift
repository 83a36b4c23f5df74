/// When a delivery at a frame boundary may start: boundaries are the multiples of the period.
struct FrameWindow: DeliveryWindow {
  static let deliversInSubmit = false

  private let period: UInt64
  private var arrival: UInt64 = 0
  private var last: (start: UInt64, end: UInt64)?

  init(periodNanoseconds: UInt64) { period = periodNanoseconds }

  /// The first boundary at which something was pending and main had done with the last delivery; in
  /// a frame that has had its delivery already, the next one.
  var due: UInt64 {
    guard let last else { return boundary(notBefore: arrival) }
    return max(boundary(notBefore: max(arrival, last.end)), boundary(after: last.start))
  }

  mutating func arrived(at now: UInt64) { arrival = now }

  mutating func began(at now: UInt64) { last = (now, now) }

  mutating func ended(at now: UInt64) {
    guard let start = last?.start else { return }
    last = (start, now)
  }

  private func boundary(notBefore time: UInt64) -> UInt64 {
    guard period > 0 else { return time }
    return time.isMultiple(of: period) ? time : boundary(after: time)
  }

  private func boundary(after time: UInt64) -> UInt64 {
    guard period > 0 else { return time }
    return (time - time % period).adding(orNever: period)
  }
}
