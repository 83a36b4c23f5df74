/// A story that a strategy is put through: who does what when, and what main, the timers and the
/// view are like meanwhile. All times are nanoseconds since its start.
struct Schedule: Codable, Equatable, Sendable {
  /// What waking an idle main or queue costs.
  var hop: UInt64 = 0
  /// What one delivery costs main.
  var cost: UInt64 = 0
  /// What the first delivery costs besides.
  var slowStart: UInt64 = 0
  /// By how much timers are late, one after another and then from the first on again; negative for
  /// early. All are on time where it is empty.
  var timerErrors: [Int64] = []
  /// How long the view animates what it was given.
  var animation: UInt64 = 0
  /// The period of other work on main; 0 for none.
  var heartbeat: UInt64 = 0
  /// What is done; steps of one time in their order.
  var steps: [ScheduleStep] = []

  /// When the last step is taken.
  var end: UInt64 { steps.map(\.end).max() ?? 0 }

  /// The same without the steps of some actions.
  func without(_ actions: ScheduleStep.Action...) -> Schedule {
    var schedule = self
    schedule.steps.removeAll { actions.contains($0.action) }
    return schedule
  }

  /// The same with another value.
  func with<Value>(_ path: WritableKeyPath<Schedule, Value>, _ value: Value) -> Schedule {
    var schedule = self
    schedule[keyPath: path] = value
    return schedule
  }

  /// The same with other steps, one for each.
  func mapSteps(_ change: (inout ScheduleStep) -> Void) -> Schedule {
    var schedule = self
    for index in schedule.steps.indices { change(&schedule.steps[index]) }
    return schedule
  }
}

/// One step of a schedule: an action, once or several times.
struct ScheduleStep: Codable, Equatable, Sendable {
  /// Where it is done.
  enum Place: Codable, Equatable, Sendable {
    /// On a thread that is not main.
    case thread(Int)
    /// On main, in a block of its own.
    case main
    /// On main, in the middle of the next delivery that begins at the step's time or later.
    case delivery
    /// On main, in a block of its own that is posted in the middle of such a delivery, and so stands
    /// in front of whatever the strategy posts at its end.
    case behindDelivery
    /// Where the strategy asks the view for a snapshot, or whether it is on screen or can animate, or
    /// where the view says that a batch update is completed: the next time after the step's time.
    case callback
  }

  /// What is done.
  enum Action: String, Codable, Sendable {
    case submit, flush, cancel, drop
    /// The handler turns the run loop, as one does that shows an alert.
    case turnRunLoop = "turn the run loop"
    /// Submits, and changes the model only then, in the same block; on main only.
    case announce = "submit, then change the model"
    /// Main is kept busy by something else.
    case work = "other work"
  }

  var time: UInt64
  var place: Place
  var action: Action
  /// How often; inside deliveries once in each.
  var count = 1
  /// The time from one to the next.
  var gap: UInt64 = 0
  /// How long other work takes.
  var duration: UInt64 = 0

  var end: UInt64 { time + UInt64(count - 1) * gap }

  /// Whether a delivery, or a callback of the view, says when it is taken, once in each.
  var isAtCall: Bool { [.delivery, .behindDelivery, .callback].contains(place) }
}

extension Schedule {
  /// The schedule for people, a line each.
  var lines: [String] {
    var surroundings = [
      "A dispatch costs \(Self.text(hop)), a delivery \(Self.text(cost)) of main-thread time."
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
  /// As in "thread 1: submit, 3 times, each 1ms".
  var description: String {
    let deliveries = count == 1 ? "the next delivery" : "the next \(count) deliveries"
    let callbacks = count == 1 ? "the next callback" : "the next \(count) callbacks"
    let place =
      switch self.place {
      case .thread(let number): "thread \(number)"
      case .main: "main"
      case .delivery: "inside \(deliveries)"
      case .behindDelivery: "behind \(deliveries)"
      case .callback: "inside \(callbacks)"
      }
    guard count > 1, !isAtCall else { return "\(place): \(words)" }
    let pace = gap == 0 ? "at once" : "every \(Schedule.text(gap))"
    return "\(place): \(words), \(count) times, \(pace)"
  }

  private var words: String {
    action == .work ? "\(action.rawValue) for \(Schedule.text(duration))" : action.rawValue
  }
}
