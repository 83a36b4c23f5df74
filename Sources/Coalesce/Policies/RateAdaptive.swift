/// At most one delivery an interval that grows under load.
///
/// Rule: an update that comes when the last delivery began more than the present interval ago is
/// delivered in main's next pass, and the interval is the smallest again. All others wait, merged,
/// for the interval's end, and the interval after that is longer by an increment, up to the largest.
/// A delivery longer than half of the interval is followed by a pause as long as itself.
///
/// Origin: IGListKit's adaptive coalescing (`IGListUpdateCoalescer`): start to start, the interval
/// that is being waited for is the one before it grew, one gap longer than it resets it. Its tests
/// use 50, +20 and at most 200 ms. Its leading edge is inside the call, as with `leading: .inSubmit`.
/// The pause after a dear delivery is this project's: without it, deliveries dearer than the largest
/// interval saturate main.
///
/// Price: the first updates of a burst come soonest and cost a delivery each; under load latency is
/// bounded by the longer of the largest interval and twice a delivery, plus one delivery. An update
/// that comes soon after a burst waits for the long interval that the burst left behind.
public struct RateAdaptivePolicy: DeliveryPolicy {
  private let minimum: Duration
  private let increment: Duration
  private let maximum: Duration
  private var throttle: ThrottlePolicy
  /// Whether what waits had to wait when its first update came; nil while nothing waits.
  private var hasToWait: Bool?

  /// - Parameters:
  ///   - minimum: the interval after a delivery that did not have to wait; negative counts as zero.
  ///   - increment: by how much the interval grows with each delivery that had to wait.
  ///   - maximum: the longest interval; one below the minimum counts as the minimum.
  ///   - leading: where the leading edge is delivered.
  public init(
    minimum: Duration = .milliseconds(50), increment: Duration = .milliseconds(20),
    maximum: Duration = .milliseconds(200), leading: ThrottlePolicy.Leading = .nextPass
  ) {
    self.minimum = minimum
    self.increment = increment
    self.maximum = max(minimum, maximum)
    throttle = ThrottlePolicy(interval: minimum, leading: leading)
  }

  /// The present interval after the last start.
  public var due: UInt64 { throttle.due }

  /// Notes whether the first of a batch has to wait.
  public mutating func heard(_ count: Int, at now: UInt64) { hasToWait = hasToWait ?? (now < due) }

  /// The interval that begins now is longer than the last one if what is delivered had to wait.
  public mutating func began(at now: UInt64) {
    throttle.interval =
      hasToWait == true ? min(throttle.interval + increment, maximum) : minimum
    hasToWait = nil
    throttle.began(at: now)
  }

  /// Nothing waits.
  public mutating func dropped() { hasToWait = nil }

  /// The delivery's end is known.
  public mutating func ended(_ timing: DeliveryTiming) { throttle.ended(timing) }

  /// What is pending, or comes next, is due at once, and the interval is the smallest again.
  public mutating func reset() {
    throttle.reset()
    throttle.interval = minimum
  }

  /// The interval goes on, within its new limits.
  public mutating func inherit(from old: RateAdaptivePolicy) -> Bool {
    let interval = min(max(old.throttle.interval, minimum), maximum)
    _ = throttle.inherit(from: old.throttle)
    throttle.interval = interval
    hasToWait = old.hasToWait
    return true
  }

  /// As the leading edge says.
  public var deliversInSubmit: Bool { throttle.deliversInSubmit }
}

extension DeliveryPolicy where Self == RateAdaptivePolicy {
  /// At most one delivery an interval that grows under load.
  public static func rateAdaptive(
    minimum: Duration = .milliseconds(50), increment: Duration = .milliseconds(20),
    maximum: Duration = .milliseconds(200), leading: ThrottlePolicy.Leading = .nextPass
  ) -> RateAdaptivePolicy {
    RateAdaptivePolicy(minimum: minimum, increment: increment, maximum: maximum, leading: leading)
  }
}
