/// At most one delivery an interval: the first at once, the others together at the interval's end.
///
/// Rule: an update that comes when the last delivery began at least one interval ago is delivered in
/// main's next pass (the leading edge). All others wait, merged, and are delivered when the interval
/// ends (the trailing edge). The interval runs from start to start; a delivery longer than half of it
/// is followed by a pause as long as itself, so deliveries keep main busy for no more than half of
/// the time. A reload that the app makes itself neither counts nor cancels.
///
/// Origin: the throttled reloading of table and collection views by an Objective-C category
/// (`enh_throttledReloadData`), whose leading edge is inside the call: `leading: .inSubmit`. Its
/// defects are fixed: cancelling loses no later update, a timer that fires early is set again, any
/// thread may submit, a reset strands nothing.
///
/// Price: latency is bounded by the longer of the interval and twice a delivery, plus one delivery.
public struct ThrottlePolicy: DeliveryPolicy {
  /// Where the leading edge is delivered.
  public enum Leading: Sendable {
    /// In main's next pass, when the change that was announced has been made.
    case nextPass
    /// Inside `submit` when that is called on main, else in main's next pass. It shows the old model
    /// where the submission comes before the change, as Observation's and Combine's do.
    case inSubmit
  }

  /// The least time from the start of one delivery to that of the next; negative counts as zero.
  public var interval: Duration {
    get { .nanoseconds(Int64(clamping: nanoseconds)) }
    set { nanoseconds = newValue.wholeNanoseconds }
  }
  private var nanoseconds: UInt64
  private let leading: Leading
  private var last = LastDelivery()

  /// - Parameters:
  ///   - interval: the least time from start to start; negative counts as zero.
  ///   - leading: where the leading edge is delivered.
  public init(interval: Duration = .milliseconds(300), leading: Leading = .nextPass) {
    nanoseconds = interval.wholeNanoseconds
    self.leading = leading
  }

  /// An interval after the last start, and no sooner than a pause as long as that delivery.
  public var due: UInt64 {
    last.due { start, end, taken in
      max(start.adding(orNever: nanoseconds), end.adding(orNever: taken))
    }
  }

  /// Nothing is kept.
  public mutating func heard(_ count: Int, at now: UInt64) {}

  /// An interval begins.
  public mutating func began(at now: UInt64) { last.began(at: now) }

  /// The delivery's end is known.
  public mutating func ended(_ timing: DeliveryTiming) { last.ended(timing) }

  /// What is pending, or comes next, is due at once.
  public mutating func reset() { last.forget() }

  /// The interval goes on, at its new length.
  public mutating func inherit(from old: ThrottlePolicy) -> Bool {
    last = old.last
    return true
  }

  /// As the leading edge says.
  public var deliversInSubmit: Bool { leading == .inSubmit }
}

extension DeliveryPolicy where Self == ThrottlePolicy {
  /// At most one delivery an interval: the first at once, the others together at the interval's end.
  public static func throttle(
    interval: Duration = .milliseconds(300), leading: ThrottlePolicy.Leading = .nextPass
  ) -> ThrottlePolicy { ThrottlePolicy(interval: interval, leading: leading) }
}
