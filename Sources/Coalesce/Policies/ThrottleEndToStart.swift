/// At most one delivery an interval that is counted from the end of the last one.
///
/// Rule: an update that comes when the last delivery ended at least one interval ago is delivered in
/// main's next pass. All others wait, merged, until an interval has passed since that end, which is
/// that of the layout commit.
///
/// Origin: RxSwift's `throttle(_:latest:scheduler:)` with `latest: true`, which notes the time after
/// it has handed an element on; inside the call, as with `leading: .inSubmit`. Its relative timer is
/// not kept: what is due is decided on main, so one that fires early is set again.
///
/// Price: main is left alone for an interval after each delivery, however dear; latency is bounded by
/// the interval plus two deliveries, the one under way and its own. Under load the rate falls with
/// the cost of a delivery.
public struct ThrottleEndToStartPolicy: DeliveryPolicy {
  private let nanoseconds: UInt64
  private let leading: ThrottlePolicy.Leading
  private var last = LastDelivery()

  /// - Parameters:
  ///   - interval: the least time from the end of one delivery to the start of the next; negative
  ///     counts as zero.
  ///   - leading: where the leading edge is delivered.
  public init(
    interval: Duration = .milliseconds(300), leading: ThrottlePolicy.Leading = .nextPass
  ) {
    nanoseconds = interval.wholeNanoseconds
    self.leading = leading
  }

  /// An interval after the last end.
  public var due: UInt64 { last.due { _, end, _ in end.adding(orNever: nanoseconds) } }

  /// Nothing is kept.
  public mutating func heard(_ count: Int, at now: UInt64) {}

  /// A delivery is under way.
  public mutating func began(at now: UInt64) { last.began(at: now) }

  /// The interval begins.
  public mutating func ended(_ timing: DeliveryTiming) { last.ended(timing) }

  /// What is pending, or comes next, is due at once.
  public mutating func reset() { last.forget() }

  /// The interval goes on, at its new length.
  public mutating func inherit(from old: ThrottleEndToStartPolicy) -> Bool {
    last = old.last
    return true
  }

  /// As the leading edge says.
  public var deliversInSubmit: Bool { leading == .inSubmit }
}

extension DeliveryPolicy where Self == ThrottleEndToStartPolicy {
  /// At most one delivery an interval that is counted from the end of the last one.
  public static func throttleEndToStart(
    interval: Duration = .milliseconds(300), leading: ThrottlePolicy.Leading = .nextPass
  ) -> ThrottleEndToStartPolicy { ThrottleEndToStartPolicy(interval: interval, leading: leading) }
}
