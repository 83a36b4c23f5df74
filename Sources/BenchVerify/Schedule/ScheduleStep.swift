struct ScheduleStep: Equatable, Sendable {
  enum Place: Equatable, Sendable {
    case thread(Int)
    /// On the main thread, in a block of its own.
    case main
    /// On the main thread, halfway through the next delivery whose middle is at the step's time or later.
    case delivery
    /// Like `delivery`, but in a main-thread block posted at that point, ahead of any posted at the delivery's end.
    case behindDelivery
    /// When the strategy next queries the view or the view next completes a list update, on the thread of that call.
    case callback
  }

  enum Action: String, Sendable {
    case submit, flush, cancel, drop
    /// Turns the run loop inside the call, like a handler that shows an alert.
    case turnRunLoop = "turn the run loop"
    /// Both in one block, on the main thread only.
    case announce = "submit, then change the model"
    case work = "other work"
  }

  var time: UInt64
  var place: Place
  var action: Action
  /// How many times the step is taken: `gap` apart, or once in each of that many deliveries or callbacks.
  var count = 1
  var gap: UInt64 = 0
  var duration: UInt64 = 0

  var end: UInt64 { time + UInt64(count - 1) * gap }

  /// Whether the step is taken in deliveries or callbacks after its time, instead of at its time.
  var isAtCall: Bool { [.delivery, .behindDelivery, .callback].contains(place) }
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
