extension Pace {
  /// Delivers at once, then again after a pause that grows with the length of deliveries. A coalescer's default pace.
  ///
  /// Rule: if a delivery takes c, layout commit included, the next one starts at least 4 c after that delivery's start,
  /// so that deliveries take at most a quarter of the main thread's time. If an update would then appear more than 100
  /// ms late, which people begin to notice, the gap shrinks to as little as 2 c: half of the main thread's time. No
  /// view gets more than one delivery in a 60 Hz frame. All coalescers with this pace on one main thread take turns and
  /// share half of its time, except those in a ``CoalescerGroup`` or with a ``FrameSource``.
  ///
  /// Each delivery is timed, and the length of its layout commit is learnt. The first delivery counts as 0 ms. One that
  /// is longer than the four before it counts as at most 83 ms or the longest of the four, whichever is more.
  ///
  /// Origin: this project's own. 100 ms is Nielsen's limit of what seems instant ("Usability Engineering", 1993).
  ///
  /// Drawback: with deliveries of more than about 25 ms, scrolling stutters unless you pause deliveries meanwhile. If
  /// that is worse than latency, use ``throttle(for:)`` with a longer interval.
  public static var adaptive: Pace { Pace(AdaptivePolicy()) }
}

/// The rule of ``Pace/adaptive``, for one view or for all views that share a main thread.
package struct AdaptivePolicy: EnginePolicy {
  private static let frame: UInt64 = 16_666_667
  /// 100 ms minus the frame in which a delivery is shown.
  private static let unnoticed: UInt64 = 83_000_000

  private let isShared: Bool
  private var cost = DeliveryCost()
  private var next: UInt64 = 0

  package init(isShared: Bool = false) { self.isShared = isShared }
  package var key: String? { "adaptive" }
  package var sharesMainThread: Bool { true }
  package var due: UInt64 { next }
  package mutating func didHear(_ count: Int, at now: UInt64) {}

  /// A delivery under way is assumed to take as long as a usual one.
  package mutating func willDeliver(at now: UInt64) {
    next = now.adding(orNever: pause(cost.usualMost))
  }

  package mutating func didDeliver(_ timing: DeliveryTiming) {
    cost.learn(timing)
    let taken = timing.mainNanoseconds.adding(orNever: cost.layoutNanoseconds)
    // The first delivery counts as 0, because a screen's first delivery is often slow.
    let trusted = cost.usualMost == 0 ? 0 : max(cost.usualMost, Self.unnoticed)
    next = timing.start.adding(orNever: pause(min(taken, trusted)))
  }

  package mutating func reset() { next = 0 }

  package mutating func inherit(from old: AdaptivePolicy) -> Bool {
    self = old
    return true
  }

  private func pause(_ cost: UInt64) -> UInt64 {
    isShared ? cost.adding(orNever: cost) : Self.interval(cost)
  }

  /// The least time from the start of a delivery that takes `cost` to the start of the view's next one.
  package static func interval(_ cost: UInt64) -> UInt64 {
    let half = cost.adding(orNever: cost)
    return max(frame, min(half.adding(orNever: half), max(half, unnoticed - min(unnoticed, cost))))
  }
}
