enum DeliveryCall {
  /// Merges the delivered update with newer ones, as the oldest.
  typealias PutBack = @Sendable () -> Void
  typealias Finished = @Sendable (Ending) -> Void

  /// The handler has returned. If it failed, `putBack` is not nil.
  case finished(Ending, putBack: PutBack?)
  /// The rest of the delivery is to be done in a task.
  case task(Work, putBack: PutBack)
  /// The function hands the update to a loop. It calls no other code, and returns nil if the loop is gone.
  case loop((@escaping Finished) -> Flight?, putBack: PutBack)

  struct Flight {
    /// The task that runs the handler; nil for a loop.
    let task: Task<Void, Never>?
    /// The hash of the task that runs the loop; nil for a handler.
    var loopHash: Int?
    /// Wakes a waiting loop. Called outside the engine's lock, because it may call the app's executor.
    var wake: (@Sendable () -> Void)?
  }

  enum Ending {
    case returned
    /// The target, the loop or the handler was gone.
    case receiverGone
    /// The handler threw, or was cancelled before it began.
    case threw
    /// A loop asked for the next delivery, or exited.
    case askedForNext

    /// Whether a handler ran. On the main thread, a layout commit follows it.
    var handlerRan: Bool { self == .returned || self == .threw }

    var isFailure: Bool { self == .receiverGone || self == .threw }
  }
}
