/// What else happens to main and to the view in a trial; by default nothing.
///
/// All times count from the trial's start.
public struct Surroundings: Sendable {
  /// A stretch of time.
  public struct Interval: Sendable, Equatable {
    /// When it begins, and when it is over, in nanoseconds since the trial's start.
    public var start: UInt64, end: UInt64

    /// Makes an interval.
    public init(start: UInt64, end: UInt64) {
      self.start = start
      self.end = max(start, end)
    }

    func contains(_ time: UInt64) -> Bool { start <= time && time < end }
  }

  /// When something else keeps main busy, and for how long.
  public var stalls: [Interval] = []
  /// How long the work takes, in nanoseconds, that an app's launch has for main right behind the
  /// first delivery; 0 for none.
  public var workBehindFirstDelivery: UInt64 = 0
  /// The period of a timer on main, in nanoseconds; nil for none.
  public var heartbeatNanoseconds: UInt64?
  /// When the user scrolls: what is delivered meanwhile is held, and caught up with at once after.
  public var scrolling: [Interval] = []
  /// When the view is in no window.
  public var offScreen: [Interval] = []
  /// How long the view animates an applied change, in nanoseconds; 0 for no animation.
  public var animationNanoseconds: UInt64 = 0

  /// Nothing.
  public init() {}
}

extension [Surroundings.Interval] {
  /// The same stretches in ascending order, those that touch made one.
  var joinedIntervals: [Surroundings.Interval] {
    sorted { $0.start < $1.start }.reduce(into: []) { joined, next in
      if let last = joined.last, next.start <= last.end {
        joined[joined.count - 1].end = Swift.max(last.end, next.end)
      } else {
        joined.append(next)
      }
    }
  }
}
