/// A story that a strategy is put through: who does what when, and what main, the timers and the
/// view are like meanwhile. All times are nanoseconds since its start.
struct Schedule: Codable, Equatable, Sendable {
  /// What waking an idle main or queue costs.
  var hop: UInt64 = 0
  /// What one delivery costs main.
  var cost: UInt64 = 0
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

  /// How many actions it is made of.
  var size: Int { steps.reduce(0) { $0 + $1.count } }
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
  }

  /// What is done.
  enum Action: String, Codable, Sendable {
    case submit, flush, cancel, drop
    /// The handler turns the run loop, as one does that shows an alert.
    case turnRunLoop = "turn the run loop"
  }

  var time: UInt64
  var place: Place
  var action: Action
  /// How often; inside deliveries once in each.
  var count = 1
  /// The time from one to the next.
  var gap: UInt64 = 0

  var end: UInt64 { time + UInt64(count - 1) * gap }
}
