extension Pace {
  /// Delivers at once, then again after a pause that grows with the length of deliveries. A coalescer's default pace.
  ///
  /// Rule: if a delivery takes c, layout commit included, the next one starts at least 4 c after that delivery's start,
  /// or 55 ms if that is less, but never less than 2 c, nor a 60 Hz frame. So deliveries of up to 14 ms take at most a
  /// quarter of the main thread's time, and no delivery more than half; a faster view is never shown less often.
  ///
  /// All coalescers with this pace on one main thread or queue share half of its time, except those in a group of their
  /// own or with a ``FrameSource``: <doc:SharingTheMainThread>.
  ///
  /// Each delivery is timed, and the length of its layout commit is learnt. For its own view's gap, the first delivery
  /// counts as 0 ms. A delivery longer than the four before it counts as at most 83 ms or the longest of the four,
  /// whichever is more. Until it ends, an asynchronous handler counts as its usual cost, then as the CPU time that the
  /// main thread used meanwhile, divided among all handlers in flight. Waiting costs nothing.
  ///
  /// Origin: this project's own. 100 ms is Nielsen's limit of what seems instant ("Usability Engineering", 1993).
  ///
  /// Drawback: with deliveries of more than about 25 ms, scrolling stutters unless you pause deliveries meanwhile. If
  /// that is worse than latency, use ``throttle(for:)`` with a longer interval.
  public static var adaptive: Pace { Pace(AdaptivePolicy()) }
}

/// The rule of ``Pace/adaptive`` for one view.
package struct AdaptivePolicy: EnginePolicy {
  private static let frame: UInt64 = 16_666_667
  /// The longest gap, unless a delivery takes over half of it: updates are shown within 100 ms, with a frame to spare.
  private static let longestGap: UInt64 = 55_000_000

  private var cost = DeliveryCost()
  private var next: UInt64 = 0

  package init() {}
  package var key: String? { "adaptive" }
  package var sharesMainThread: Bool { true }
  package var due: UInt64 { next }
  package mutating func didHear(_ count: Int, at now: UInt64) {}

  /// A delivery under way is assumed to take as long as a usual one.
  package mutating func willDeliver(at now: UInt64) {
    next = now.adding(orNever: Self.interval(cost.usualMost))
  }

  package mutating func didDeliver(_ timing: DeliveryTiming) {
    cost.learn(timing)
    let taken = timing.mainNanoseconds.adding(orNever: cost.layoutNanoseconds)
    // The first delivery counts as 0, because a screen's first delivery is often slow.
    let trusted = cost.usualMost == 0 ? 0 : cost.mostTrusted
    next = timing.start.adding(orNever: Self.interval(min(taken, trusted)))
  }

  package mutating func reset() { next = 0 }

  package mutating func inherit(from old: AdaptivePolicy) -> Bool {
    self = old
    return true
  }

  /// The least time from the start of a delivery that takes `cost` to the start of the view's next one.
  package static func interval(_ cost: UInt64) -> UInt64 {
    let half = cost.adding(orNever: cost)
    return max(frame, half, min(half.adding(orNever: half), longestGap))
  }
}
