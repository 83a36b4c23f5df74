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
    if steps.last(where: { [.pause, .resume].contains($0.action) })?.action == .pause {
      surroundings.append("A pause that is left at the end is ended then.")
    }
    let times = steps.map { Self.text($0.time) }
    let width = times.map(\.count).max() ?? 0
    return surroundings
      + zip(times, steps).map { time, step in
        String(repeating: " ", count: width - time.count) + time + "  \(step)"
      }
  }

  fileprivate static func text(_ nanoseconds: UInt64) -> String {
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
    let deliveries = count == 1 ? "the next delivery" : "the next \(count) deliveries"
    let place =
      switch self.place {
      case .thread(let number): "thread \(number)"
      case .main: "main"
      case .delivery: "inside \(deliveries)"
      case .behindDelivery: "behind \(deliveries)"
      }
    guard count > 1, !isAtDelivery else { return "\(place): \(words)" }
    let pace = gap == 0 ? "at once" : "each \(Schedule.text(gap))"
    return "\(place): \(words), \(count) times, \(pace)"
  }

  private var words: String {
    switch action {
    case .work: "\(action.rawValue) for \(Schedule.text(duration))"
    case .submitWithin: "\(action.rawValue) \(Schedule.text(duration))"
    default: action.rawValue
    }
  }
}
