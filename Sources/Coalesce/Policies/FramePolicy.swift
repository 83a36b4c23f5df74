extension Pace {
  /// Delivers at most once in each display frame, at the frame's boundary.
  ///
  /// Rule: updates wait, merged, for the next frame boundary. The main thread delivers them there, or as soon after as
  /// it is free. A frame has at most one delivery. After a delivery longer than a frame, the next is made at the first
  /// boundary after its layout commit.
  ///
  /// Origin: `requestAnimationFrame` and Flutter's `scheduleFrame`, where a change requests a callback, and the frame
  /// shows everything that changed before the callback. Here no display signals that a frame begins: boundaries are the
  /// multiples of the period on the scheduler's clock.
  ///
  /// Drawback: an update waits for half a frame on average, and latency is bounded by a frame plus two deliveries. In
  /// return, no view is redrawn more often than anyone can see.
  /// - Parameter period: the length of a frame, by default 1/60 s; if it is not positive, every instant is a boundary.
  /// - Returns: the pace.
  public static func frame(period: Duration = .seconds(1) / 60) -> Pace {
    Pace(FramePolicy(period: period))
  }
}

struct FramePolicy: EnginePolicy {
  private let period: Duration
  /// The period in nanoseconds, with its fraction: 60 Hz displays do not drift from 1/60 s.
  private let length: Double
  private var arrival = UInt64.max
  private var last = LastDelivery()

  init(period: Duration = .seconds(1) / 60) {
    self.period = period
    length = period / .nanoseconds(1)
  }

  var due: UInt64 {
    let afterLast = last.due { start, end, _ in
      max(boundary(notBefore: end), boundary(after: start))
    }
    return max(boundary(notBefore: arrival), afterLast)
  }

  var key: String? { "frame:period=\(period.wholeNanoseconds.keyText)" }
  mutating func didHear(_ count: Int, at now: UInt64) { arrival = min(arrival, now) }

  mutating func willDeliver(at now: UInt64) {
    arrival = .max
    last.willDeliver(at: now)
  }

  mutating func didDeliver(_ timing: DeliveryTiming) { last.didDeliver(timing) }
  mutating func didDrop() { arrival = .max }
  mutating func reset() { last.forget() }

  mutating func inherit(from old: FramePolicy) -> Bool {
    arrival = old.arrival
    last = old.last
    return true
  }

  private func boundary(notBefore time: UInt64) -> UInt64 {
    length >= 1 && time > 0 ? boundary(after: time - 1) : time
  }

  private func boundary(after time: UInt64) -> UInt64 {
    guard length >= 1, time < .max else { return time }
    let number = (Double(time) / length).rounded(.down)
    func start(_ number: Double) -> UInt64 {
      // A rounding error must not make the start a nanosecond later.
      UInt64(exactly: (number * length - 0.01).rounded(.up)) ?? .max
    }
    // A quotient that is a little too small places `time` in the frame before.
    return [number, number + 1].lazy.map(start).first { $0 > time } ?? start(number + 2)
  }
}
