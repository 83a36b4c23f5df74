public import Coalesce

extension Pace {
  /// Like `throttle(for:)`, but delivers the first update of a burst inside `submit` if that runs on the main thread.
  ///
  /// Origin: that of `throttle(for:)`. Its defects are fixed here, too, except that `submit` may deliver.
  ///
  /// Drawback: if an update is submitted before its change, as with Observation and Combine, the old model is shown.
  /// Latency is bounded as in `throttle(for:)`.
  /// - Parameter interval: the least time from one delivery's start to the next; negative counts as zero.
  /// - Returns: the pace.
  public static func throttleInSubmit(for interval: Duration = .milliseconds(300)) -> Pace {
    Pace(ThrottlePolicy(interval: interval, deliversInSubmit: true))
  }

  /// Like ``throttleInSubmit(for:)``, with an interval that runs from the end of a delivery, layout commit included.
  /// The main thread is free for an interval after each delivery, however long the delivery took.
  ///
  /// Origin: RxSwift's `throttle(_:latest:scheduler:)` with `latest: true`, which notes the time after it has emitted
  /// an element. RxSwift relies on a relative timer; here, the main thread reads the clock to see what is due.
  ///
  /// Drawback: that of ``throttleInSubmit(for:)``. Latency is bounded by the interval plus two deliveries.
  /// - Parameter interval: the least time from one delivery's end to the next one's start; negative counts as zero.
  /// - Returns: the pace.
  public static func throttleEndToStart(for interval: Duration = .milliseconds(300)) -> Pace {
    Pace(ThrottlePolicy(interval: interval, deliversInSubmit: true, countsFromEnd: true))
  }
}
