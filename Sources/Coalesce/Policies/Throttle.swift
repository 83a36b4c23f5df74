/// Delivers at most once in an interval: the first update at once, the others together at its end.
///
/// Rule: an update that comes when the last delivery began at least one interval ago is delivered
/// in the main thread's next pass (the leading edge). All others wait, merged, and are delivered
/// when the interval ends (the trailing edge). The interval runs from start to start. A delivery
/// longer than half of it is followed by a pause of the same length, so deliveries keep the main
/// thread busy at most half of the time; one that takes longer than the others, such as the first of a
/// screen, is followed by a pause no longer than theirs. A reload that the app makes itself neither counts nor
/// cancels anything.
///
/// Origin: an Objective-C category that throttles the reloading of table and collection views
/// (`enh_throttledReloadData`). Its leading edge is inside the call: `leading: .inSubmit`. Its
/// defects are fixed: cancelling loses no later update, a timer that fires early is set again, any
/// thread may submit, and a reset leaves no update behind.
///
/// Drawback: latency is bounded by the interval or two deliveries, whichever is longer, plus one
/// delivery.
///
/// With `counting: .endToStart` the interval runs from the end of a delivery, layout commit
/// included. RxSwift's `throttle(_:latest:scheduler:)` with `latest: true` does this: it notes the
/// time after it has handed an element on. The main thread is then left alone for an interval after
/// each delivery, however long that took. Latency is bounded by the interval plus two deliveries,
/// the one under way and the update's own. Unlike RxSwift's relative timer, the main thread decides
/// what is due.
public struct ThrottlePolicy: DeliveryPolicy {
  /// Where the leading edge, the first update of a burst, is delivered.
  public enum Leading: Sendable {
    /// In the main thread's next pass, when the announced change has been made.
    case nextPass
    /// Inside `submit` if that is called on the main thread, else in the main thread's next pass.
    /// If the submission comes before the change, as with Observation and Combine, this shows the
    /// old model.
    case inSubmit
  }

  /// Where the interval starts.
  public enum Counting: Sendable {
    /// From the start of one delivery to the start of the next.
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

  /// Makes the policy.
  /// - Parameters:
  ///   - interval: the least time between deliveries; negative counts as zero.
  ///   - leading: where the first update of a burst is delivered.
  ///   - counting: where the interval starts.
  public init(
    interval: Duration = .milliseconds(300), leading: Leading = .nextPass,
    counting: Counting = .startToStart
  ) {
    nanoseconds = interval.wholeNanoseconds
    self.leading = leading
    self.counting = counting
  }

  /// One interval after the last start, and no sooner than that delivery's own or the usual length after
  /// its end; or one interval after the last end.
  public var due: UInt64 {
    last.due { start, end, taken in
      switch counting {
      case .startToStart: max(start.adding(orNever: nanoseconds), end.adding(orNever: taken))
      case .endToStart: end.adding(orNever: nanoseconds)
      }
    }
  }

  /// Does nothing.
  public mutating func heard(_ count: Int, at now: UInt64) {}

  /// Starts an interval.
  public mutating func began(at now: UInt64) { last.began(at: now) }

  /// Notes when the delivery ended.
  public mutating func ended(_ timing: DeliveryTiming) { last.ended(timing) }

  /// Makes what is pending, or comes next, due at once.
  public mutating func reset() { last.forget() }

  /// Goes on with the present interval, at its new length.
  public mutating func inherit(from old: ThrottlePolicy) -> Bool {
    last = old.last
    return true
  }

  /// Whether the policy was made with `leading: .inSubmit`.
  public var deliversInSubmit: Bool { leading == .inSubmit }
}
