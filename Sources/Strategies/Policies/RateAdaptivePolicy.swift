public import Coalesce

extension Pace {
  /// Delivers at most once in an interval that grows under load.
  ///
  /// Rule: an update that arrives at least the current interval after the last delivery began is delivered as with
  /// ``throttleInSubmit(for:)``, and the interval is reset to the minimum. All other updates wait, merged, for the end
  /// of the interval, and the next interval is longer by an increment, up to the maximum. A delivery longer than half
  /// of the interval is followed by a pause as long as the delivery, but not longer than a usual delivery.
  ///
  /// Origin: IGListKit's adaptive coalescing (`IGListUpdateCoalescer`). Its interval runs from start to start, grows
  /// each time it makes updates wait, and is reset by a longer gap. Its tests use 50 ms, +20 ms and at most 200 ms. For
  /// a view that is not visible, it does the same as `setHidden(.throttle(for: maximum))`. The pause after a long
  /// delivery is this project's own: without it, longer deliveries saturate the main thread.
  ///
  /// Drawback: the first updates of a burst wait least and cost a delivery each. Under load, latency is bounded by the
  /// largest interval or two deliveries, whichever is longer, plus one delivery. An update submitted soon after a burst
  /// waits for the long interval that the burst left behind.
  /// - Parameters:
  ///   - minimum: the interval after a delivery whose update did not have to wait; negative counts as zero.
  ///   - increment: how much the interval grows with each delivery whose update had to wait.
  ///   - maximum: the longest interval; a value below the minimum counts as the minimum.
  /// - Returns: the pace.
  public static func rateAdaptive(
    minimum: Duration = .milliseconds(50), increment: Duration = .milliseconds(20),
    maximum: Duration = .milliseconds(200)
  ) -> Pace {
    Pace(RateAdaptivePolicy(minimum: minimum, increment: increment, maximum: maximum))
  }
}

struct RateAdaptivePolicy: EnginePolicy {
  private let minimum: UInt64, increment: UInt64, maximum: UInt64
  private var throttle: ThrottlePolicy
  /// Whether the first pending update had to wait when it arrived; nil while no update is pending.
  private var hasToWait: Bool?

  init(minimum: Duration, increment: Duration, maximum: Duration) {
    self.minimum = minimum.wholeNanoseconds
    self.increment = increment.wholeNanoseconds
    self.maximum = max(minimum, maximum).wholeNanoseconds
    throttle = ThrottlePolicy(interval: minimum, deliversInSubmit: true)
  }

  var deliversInSubmit: Bool { true }
  var due: UInt64 { throttle.due }

  mutating func didHear(_ count: Int, at now: UInt64) {
    hasToWait = hasToWait ?? (now < due)
  }

  /// Begins an interval: a longer one, up to the maximum, if the first update had to wait; otherwise the minimum.
  mutating func willDeliver(at now: UInt64) {
    throttle.interval =
      hasToWait == true ? min(throttle.interval.adding(orNever: increment), maximum) : minimum
    hasToWait = nil
    throttle.willDeliver(at: now)
  }

  mutating func didDrop() { hasToWait = nil }
  mutating func didDeliver(_ timing: DeliveryTiming) { throttle.didDeliver(timing) }

  mutating func reset() {
    throttle.reset()
    throttle.interval = minimum
  }

  mutating func inherit(from old: RateAdaptivePolicy) -> Bool {
    _ = throttle.inherit(from: old.throttle)
    throttle.interval = min(max(old.throttle.interval, minimum), maximum)
    hasToWait = old.hasToWait
    return true
  }
}
