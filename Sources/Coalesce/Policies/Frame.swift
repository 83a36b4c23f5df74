/// At most one delivery a display frame, at the frame's boundary.
///
/// Rule: updates wait, merged, for the next frame boundary; main delivers them there, or as soon as
/// it can where it is busy. A frame has one delivery at most, and one that is dearer than a frame is
/// followed by the next boundary after its end, which is that of its layout commit.
///
/// Origin: `requestAnimationFrame` and Flutter's `scheduleFrame`: a callback is asked for when
/// something has changed, and all that changed before it is in one frame. Where no display says when
/// a frame begins, as here, boundaries are the multiples of the period of the scheduler's clock.
///
/// Price: an update waits for half of a frame on average, and latency is bounded by a frame plus two
/// deliveries; a view is redrawn no more often than it can be seen.
public struct FramePolicy: DeliveryPolicy {
  private let period: UInt64
  private var arrival = UInt64.max
  private var last = LastDelivery()

  /// - Parameter period: the length of a frame, that of a display of 60 Hz unless given; zero or
  ///   negative makes every instant a boundary.
  public init(period: Duration = .seconds(1) / 60) { self.period = period.wholeNanoseconds }

  /// The first boundary at which something was pending and main had done with the last delivery; in
  /// a frame that has had its delivery already, the next one.
  public var due: UInt64 {
    let afterLast = last.due { start, end, _ in
      max(boundary(notBefore: end), boundary(after: start))
    }
    return max(boundary(notBefore: arrival), afterLast)
  }

  /// The first of a batch.
  public mutating func heard(_ count: Int, at now: UInt64) { arrival = min(arrival, now) }

  /// The next arrival is not known yet, though its update may be in the store already.
  public mutating func began(at now: UInt64) {
    arrival = .max
    last.began(at: now)
  }

  /// The delivery's end is known.
  public mutating func ended(_ timing: DeliveryTiming) { last.ended(timing) }

  /// Nothing waits.
  public mutating func dropped() { arrival = .max }

  /// The present frame may have another delivery.
  public mutating func reset() { last.forget() }

  /// What waits goes on waiting, for a boundary of the new frames.
  public mutating func inherit(from old: FramePolicy) -> Bool {
    arrival = old.arrival
    last = old.last
    return true
  }

  private func boundary(notBefore time: UInt64) -> UInt64 {
    guard period > 0 else { return time }
    return time.isMultiple(of: period) ? time : boundary(after: time)
  }

  private func boundary(after time: UInt64) -> UInt64 {
    guard period > 0 else { return time }
    return (time - time % period).adding(orNever: period)
  }
}

extension DeliveryPolicy where Self == FramePolicy {
  /// At most one delivery a display frame, at the frame's boundary.
  public static func frame(period: Duration = .seconds(1) / 60) -> FramePolicy {
    FramePolicy(period: period)
  }
}
