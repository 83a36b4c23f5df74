extension Schedule {
  /// The schedule for people, a line each.
  var lines: [String] {
    var surroundings = [
      "A hop costs \(Self.text(hop)), a delivery \(Self.text(cost)) of main's time."
    ]
    if !timerErrors.isEmpty {
      surroundings.append("Timers are \(timerErrors.map(Self.error).joined(separator: ", then ")).")
    }
    if animation > 0 { surroundings.append("The view animates for \(Self.text(animation)).") }
    if heartbeat > 0 { surroundings.append("Main has other work each \(Self.text(heartbeat)).") }
    let times = steps.map { Self.text($0.time) }
    let width = times.map(\.count).max() ?? 0
    return surroundings
      + zip(times, steps).map { time, step in
        String(repeating: " ", count: width - time.count) + time + "  \(step)"
      }
  }

  private static func text(_ nanoseconds: UInt64) -> String {
    nanoseconds == 0 ? "0s" : Duration.nanoseconds(Int64(clamping: nanoseconds)).text
  }

  private static func error(_ nanoseconds: Int64) -> String {
    let text = text(nanoseconds.magnitude)
    return nanoseconds == 0 ? "on time" : "\(text) \(nanoseconds < 0 ? "early" : "late")"
  }
}

extension ScheduleStep: CustomStringConvertible {
  /// As in "thread 1: submit, 3 times, each 1ms".
  var description: String {
    let place =
      switch self.place {
      case .thread(let number): "thread \(number)"
      case .main: "main"
      case .delivery:
        count == 1 ? "inside the next delivery" : "inside the next \(count) deliveries"
      }
    guard count > 1, self.place != .delivery else { return "\(place): \(action.rawValue)" }
    let pace = gap == 0 ? "at once" : "each \(Duration.nanoseconds(Int64(clamping: gap)).text)"
    return "\(place): \(action.rawValue), \(count) times, \(pace)"
  }
}
