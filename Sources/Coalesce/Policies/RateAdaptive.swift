/// Delivers at most once in an interval that grows under load.
///
/// Rule: an update that comes when the last delivery began more than the present interval ago is
/// delivered in the main thread's next pass, and the interval goes back to the smallest. All other
/// updates wait, merged, for the end of the interval, and the next interval is longer by an
/// increment, up to the largest. A delivery longer than half of the interval is followed by a pause
/// of the same length.
///
/// Origin: IGListKit's adaptive coalescing (`IGListUpdateCoalescer`). Its interval runs from start
/// to start, grows after the wait for it, and is reset by a single longer gap. Its tests use 50 ms,
/// +20 ms and at most 200 ms. Its leading edge is inside the call, as with `leading: .inSubmit`.
/// The pause after a long delivery is this project's: without it, deliveries longer than the
/// largest interval saturate the main thread.
///
/// Drawback: the first updates of a burst come soonest and cost a delivery each. Under load, latency
/// is bounded by the largest interval or two deliveries, whichever is longer, plus one delivery. An
/// update soon after a burst waits for the long interval that the burst left behind.
public struct RateAdaptivePolicy: DeliveryPolicy {
  private let minimum: Duration
  private let increment: Duration
  private let maximum: Duration
  private var throttle: ThrottlePolicy
  /// Whether what waits had to wait when its first update came; nil while nothing waits.
  private var hasToWait: Bool?

  /// Makes the policy.
  /// - Parameters:
  ///   - minimum: the interval after a delivery that did not have to wait; negative counts as zero.
  ///   - increment: how much the interval grows with each delivery that had to wait.
  ///   - maximum: the longest interval; less than the minimum counts as the minimum.
  ///   - leading: where the first update of a burst is delivered.
  public init(
    minimum: Duration = .milliseconds(50), increment: Duration = .milliseconds(20),
    maximum: Duration = .milliseconds(200), leading: ThrottlePolicy.Leading = .nextPass
  ) {
    self.minimum = minimum
    self.increment = increment
    self.maximum = max(minimum, maximum)
    throttle = ThrottlePolicy(interval: minimum, leading: leading)
  }

  /// The end of the present interval.
  public var due: UInt64 { throttle.due }

  /// Notes whether the first of a batch has to wait.
  public mutating func heard(_ count: Int, at now: UInt64) { hasToWait = hasToWait ?? (now < due) }

  /// Starts an interval, longer than the last one if what is delivered had to wait.
  public mutating func began(at now: UInt64) {
    throttle.interval =
      hasToWait == true ? min(throttle.interval + increment, maximum) : minimum
    hasToWait = nil
    throttle.began(at: now)
  }

  /// Nothing is pending any more.
  public mutating func dropped() { hasToWait = nil }

  /// Notes when the delivery ended.
  public mutating func ended(_ timing: DeliveryTiming) { throttle.ended(timing) }

  /// Makes what is pending, or comes next, due at once, and the interval the smallest again.
  public mutating func reset() {
    throttle.reset()
    throttle.interval = minimum
  }

  /// Goes on with the present interval, within its new limits.
  public mutating func inherit(from old: RateAdaptivePolicy) -> Bool {
    let interval = min(max(old.throttle.interval, minimum), maximum)
    _ = throttle.inherit(from: old.throttle)
    throttle.interval = interval
    hasToWait = old.hasToWait
    return true
  }

  /// Whether the policy was made with `leading: .inSubmit`.
  public var deliversInSubmit: Bool { throttle.deliversInSubmit }
}
