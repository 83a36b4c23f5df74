/// The threads' steps, and the behavior of the main thread, timers and view. Times are nanoseconds since the start.
struct Schedule: Equatable, Sendable {
  var hop: UInt64 = 0
  var cost: UInt64 = 0
  /// The extra cost of the first delivery.
  var slowStart: UInt64 = 0
  /// How late successive timers fire, cyclically; negative for early, empty for always on time.
  var timerErrors: [Int64] = []
  var animation: UInt64 = 0
  /// The period of heartbeats, which stand for short other work on the main thread; 0 for none.
  var heartbeat: UInt64 = 0
  /// Steps at the same time happen in this order.
  var steps: [ScheduleStep] = []

  var end: UInt64 { steps.map(\.end).max() ?? 0 }
}

struct ScheduleStep: Equatable, Sendable {
  enum Place: Equatable, Sendable {
    case thread(Int)
    /// On the main thread, in a block of its own.
    case main
    /// On the main thread, halfway through the next delivery whose middle is at the step's time or later.
    case delivery
    /// In a main-thread block posted halfway through such a delivery, ahead of any that the strategy posts at the end.
    case behindDelivery
    /// On the main thread, when the strategy next queries the view, or the view completes a batch update.
    case callback
  }

  enum Action: String, Sendable {
    case submit, flush, cancel, drop
    /// As a handler does when it shows an alert.
    case turnRunLoop = "turn the run loop"
    /// In one block, on the main thread only.
    case announce = "submit, then change the model"
    case work = "other work"
  }

  var time: UInt64
  var place: Place
  var action: Action
  /// How many times the step is taken; at deliveries and callbacks, once at each.
  var count = 1
  var gap: UInt64 = 0
  var duration: UInt64 = 0

  var end: UInt64 { time + UInt64(count - 1) * gap }

  /// Whether the step waits for deliveries or callbacks after its time.
  var isAtCall: Bool { [.delivery, .behindDelivery, .callback].contains(place) }
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

  fileprivate static func text(_ nanoseconds: UInt64) -> String {
    nanoseconds == 0 ? "0s" : Duration.nanoseconds(Int64(clamping: nanoseconds)).text
  }

  private static func error(_ nanoseconds: Int64) -> String {
    let text = text(nanoseconds.magnitude)
    return nanoseconds == 0 ? "on time" : "\(text) \(nanoseconds < 0 ? "early" : "late")"
  }
}

extension ScheduleStep: CustomStringConvertible {
  /// Such as "thread 1: submit, 3 times, every 1ms".
  var description: String {
    let deliveries = count == 1 ? "the next delivery" : "the next \(count) deliveries"
    let callbacks = count == 1 ? "the next callback" : "the next \(count) callbacks"
    let place =
      switch self.place {
      case .thread(let number): "thread \(number)"
      case .main: "main"
      case .delivery: "inside \(deliveries)"
      case .behindDelivery: "queued during \(deliveries)"
      case .callback: "inside \(callbacks)"
      }
    guard count > 1, !isAtCall else { return "\(place): \(words)" }
    let pace = gap == 0 ? "at the same time" : "every \(Schedule.text(gap))"
    return "\(place): \(words), \(count) times, \(pace)"
  }

  private var words: String {
    action == .work ? "\(action.rawValue) for \(Schedule.text(duration))" : action.rawValue
  }
}
