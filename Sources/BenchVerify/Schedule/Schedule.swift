/// The threads' steps, and the behavior of the main thread, timers and view. All times are in nanoseconds.
struct Schedule: Equatable, Sendable {
  var hop: UInt64 = 0
  var cost: UInt64 = 0
  /// The extra cost of the first delivery.
  var slowStart: UInt64 = 0
  /// How late successive timers fire, starting over after the last; negative for early. If empty, all are on time.
  var timerErrors: [Int64] = []
  var animation: UInt64 = 0
  /// The period of heartbeats, which simulate other short work on the main thread; 0 for no heartbeats.
  var heartbeat: UInt64 = 0
  /// The steps; those at the same time are taken in this order.
  var steps: [ScheduleStep] = []

  var end: UInt64 { steps.map(\.end).max() ?? 0 }
}

extension Schedule {
  var lines: [String] {
    var surroundings = [
      "A dispatch takes \(Self.text(hop)), a delivery \(Self.text(cost)) of main-thread time."
    ]
    if !timerErrors.isEmpty {
      surroundings.append("Timers are \(timerErrors.map(Self.error).joined(separator: ", then ")).")
    }
    if slowStart > 0 {
      surroundings.append("The first delivery costs \(Self.text(slowStart)) more.")
    }
    if animation > 0 { surroundings.append("The view animates for \(Self.text(animation)).") }
    if heartbeat > 0 {
      surroundings.append("The main thread has other work every \(Self.text(heartbeat)).")
    }
    let times = steps.map { Self.text($0.time) }
    let width = times.map(\.count).max() ?? 0
    return surroundings
      + zip(times, steps).map { time, step in
        String(repeating: " ", count: width - time.count) + time + "  \(step)"
      }
  }

  static func text(_ nanoseconds: UInt64) -> String {
    nanoseconds == 0 ? "0s" : Duration.nanoseconds(nanoseconds).text
  }

  private static func error(_ nanoseconds: Int64) -> String {
    let text = text(nanoseconds.magnitude)
    return nanoseconds == 0 ? "on time" : "\(text) \(nanoseconds < 0 ? "early" : "late")"
  }
}
