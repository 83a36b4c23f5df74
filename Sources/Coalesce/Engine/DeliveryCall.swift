enum DeliveryCall {
  /// Starts the rest of a delivery, which `finished` ends. Calls no other code. Returns nil if the receiver is gone.
  typealias Start = (
    _ delivery: Work.Delivery, _ finished: @escaping @Sendable (Ending) -> Void
  ) -> Flight?

  case finished(Ending)
  case continues(Start, putBack: @Sendable () -> Void)

  struct Flight {
    /// The task that runs the handler; nil for a loop.
    let task: Task<Void, Never>?
    /// The hash of the task that runs the loop; nil for a handler.
    var loopHash: Int?
    /// Wakes a waiting loop. Called outside the engine's lock, because it may call the app's executor.
    var wake: (@Sendable () -> Void)?
  }

  /// How a delivery's handler or loop ended. `putBack` merges the delivered update with newer ones, as the oldest.
  enum Ending {
    case returned
    /// The target, the loop or the handler was gone.
    case receiverGone(putBack: @Sendable () -> Void)
    /// The handler threw, or was cancelled before it began.
    case threw(putBack: @Sendable () -> Void)
    /// A loop asked for the next delivery, or exited.
    case askedForNext

    /// Whether a handler ran. On the main thread, a layout commit follows it.
    var handlerRan: Bool {
      switch self {
      case .returned, .threw: true
      case .receiverGone, .askedForNext: false
      }
    }

    var putBack: (@Sendable () -> Void)? {
      switch self {
      case .receiverGone(let putBack), .threw(let putBack): putBack
      case .returned, .askedForNext: nil
      }
    }
  }
}
