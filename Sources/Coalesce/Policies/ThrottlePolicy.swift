extension Pace {
  /// Delivers at most once in an interval: the first update at once, the others together at its end.
  ///
  /// Rule: an update submitted when the last delivery began at least one interval ago is delivered in the main thread's
  /// next pass (the leading edge). All others wait, merged, and are delivered when the interval ends (the trailing
  /// edge). The interval runs from start to start. A delivery longer than half of it is followed by a pause as long as
  /// the delivery, so deliveries keep the main thread busy at most half of the time; after an unusually long one, such
  /// as the first of a screen, the pause is only as long as a usual delivery. The app's own reloads do not count.
  ///
  /// Origin: an Objective-C category that throttles the reloading of table and collection views
  /// (`enh_throttledReloadData`), without its defects: cancelling loses no later update, a timer that fires early is
  /// set again, any thread may submit, a reset leaves no update behind, and nothing is delivered inside `submit`.
  ///
  /// Drawback: latency is bounded by the interval or two deliveries, whichever is longer, plus one delivery.
  /// - Parameter interval: the least time from one delivery's start to the next one's; negative counts as zero.
  /// - Returns: the pace.
  public static func throttle(for interval: Duration = .milliseconds(100)) -> Pace {
    Pace(ThrottlePolicy(interval: interval))
  }
}

/// The rule of ``Pace/throttle(for:)``, and of the throttles in CoalesceStrategies.
package struct ThrottlePolicy: EnginePolicy {
  package var interval: UInt64
  package let deliversInSubmit: Bool
  private let countsFromEnd: Bool
  private var last = LastDelivery()

  package init(interval: Duration, deliversInSubmit: Bool = false, countsFromEnd: Bool = false) {
    self.interval = interval.wholeNanoseconds
    (self.deliversInSubmit, self.countsFromEnd) = (deliversInSubmit, countsFromEnd)
  }

  package var due: UInt64 {
    last.due { start, end, taken in
      countsFromEnd
        ? end.adding(orNever: interval)
        : max(start.adding(orNever: interval), end.adding(orNever: taken))
    }
  }

  package var key: String? { deliversInSubmit ? nil : "throttle:interval=\(interval.keyText)" }
  package mutating func didHear(_ count: Int, at now: UInt64) {}
  package mutating func willDeliver(at now: UInt64) { last.willDeliver(at: now) }
  package mutating func didDeliver(_ timing: DeliveryTiming) { last.didDeliver(timing) }
  package mutating func reset() { last.forget() }

  package mutating func inherit(from old: ThrottlePolicy) -> Bool {
    last = old.last
    return true
  }
}
