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
///
/// With `counting: .endToStart` the interval runs from the end of a delivery, layout commit included,
/// as RxSwift's `throttle(_:latest:scheduler:)` with `latest: true` has it, which notes the time after
/// it has handed an element on. Main is then left alone for an interval after each delivery, however
/// dear, and latency is bounded by the interval plus two deliveries, the one under way and its own.
/// RxSwift's relative timer is not kept: what is due is decided on main.
public struct ThrottlePolicy: DeliveryPolicy {
  /// Where the leading edge is delivered.
  public enum Leading: Sendable {
    /// In main's next pass, when the change that was announced has been made.
    case nextPass
    /// Inside `submit` when that is called on main, else in main's next pass. It shows the old model
    /// where the submission comes before the change, as Observation's and Combine's do.
    case inSubmit
  }

  /// From where the interval runs.
  public enum Counting: Sendable {
    /// From the start of one delivery to that of the next.
    case startToStart
    /// From the end of one delivery to the start of the next.
    case endToStart
  }

  /// The least time between deliveries; negative counts as zero.
  public var interval: Duration {
    get { .nanoseconds(Int64(clamping: nanoseconds)) }
    set { nanoseconds = newValue.wholeNanoseconds }
  }
  private var nanoseconds: UInt64
  private let leading: Leading
  private let counting: Counting
  private var last = LastDelivery()

  /// - Parameters:
  ///   - interval: the least time between deliveries; negative counts as zero.
  ///   - leading: where the leading edge is delivered.
  ///   - counting: from where the interval runs.
  public init(
    interval: Duration = .milliseconds(300), leading: Leading = .nextPass,
    counting: Counting = .startToStart
  ) {
    nanoseconds = interval.wholeNanoseconds
    self.leading = leading
    self.counting = counting
  }

  /// An interval after the last start, and no sooner than a pause as long as that delivery; or an
  /// interval after the last end.
  public var due: UInt64 {
    last.due { start, end, taken in
      switch counting {
      case .startToStart: max(start.adding(orNever: nanoseconds), end.adding(orNever: taken))
      case .endToStart: end.adding(orNever: nanoseconds)
      }
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

  /// The same with an interval that is counted from the end of the last one.
  public static func throttleEndToStart(
    interval: Duration = .milliseconds(300), leading: ThrottlePolicy.Leading = .nextPass
  ) -> ThrottlePolicy {
    ThrottlePolicy(interval: interval, leading: leading, counting: .endToStart)
  }
}
