/// Delivers at most once in each display frame, at the frame's boundary.
///
/// Rule: updates wait, merged, for the next frame boundary. The main thread delivers them there, or
/// as soon after as it is free. A frame has at most one delivery. After a delivery longer than a
/// frame, the next comes at the first boundary after its layout commit.
///
/// Origin: `requestAnimationFrame` and Flutter's `scheduleFrame`, where a change asks for a
/// callback, and everything that changed before the callback is in one frame. Here no display says
/// when a frame begins: boundaries are the multiples of the period on the scheduler's clock.
///
/// Drawback: an update waits for half a frame on average, and latency is bounded by a frame plus two
/// deliveries. A view is redrawn no more often than anyone can see.
public struct FramePolicy: DeliveryPolicy {
  private let period: UInt64
  private var arrival = UInt64.max
  private var last = LastDelivery()

  /// Makes the policy.
  /// - Parameter period: the length of a frame, by default that of a 60 Hz display. If it is zero
  ///   or negative, every instant is a boundary.
  public init(period: Duration = .seconds(1) / 60) { self.period = period.wholeNanoseconds }

  /// The first boundary after the first pending update and after the last delivery; in a frame that
  /// has had its delivery, the next boundary.
  public var due: UInt64 {
    let afterLast = last.due { start, end, _ in
      max(boundary(notBefore: end), boundary(after: start))
    }
    return max(boundary(notBefore: arrival), afterLast)
  }

  /// Notes when the first of a batch came.
  public mutating func heard(_ count: Int, at now: UInt64) { arrival = min(arrival, now) }

  /// Forgets the arrival. The next one is not known yet, though its update may be in the store
  /// already.
  public mutating func began(at now: UInt64) {
    arrival = .max
    last.began(at: now)
  }

  /// Notes when the delivery ended.
  public mutating func ended(_ timing: DeliveryTiming) { last.ended(timing) }

  /// Nothing is pending any more.
  public mutating func dropped() { arrival = .max }

  /// Allows another delivery in the present frame.
  public mutating func reset() { last.forget() }

  /// Keeps what is pending, which now waits for a boundary of the new frames.
  public mutating func inherit(from old: FramePolicy) -> Bool {
    arrival = old.arrival
    last = old.last
    return true
  }

  private func boundary(notBefore time: UInt64) -> UInt64 {
    time.isMultiple(of: period) ? time : boundary(after: time)
  }

  private func boundary(after time: UInt64) -> UInt64 {
    guard period > 0 else { return time }
    return (time - time % period).adding(orNever: period)
  }
}
