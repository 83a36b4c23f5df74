/// A loop that requests deliveries, one at a time.
/// Thread safety: every member may be used from any thread, `next` by only one caller at a time.
final class Consumer<Update: Sendable>: Sendable {
  struct State {
    var ready: Update?
    var finished: (@Sendable () -> Void)?
    var waiting: CheckedContinuation<Void, Never>?
    /// Whether a newer loop takes over once this one requests its next delivery.
    var isYielding = false
    var successor: CheckedContinuation<Void, Never>?
    var isOver = false
    var taskHash: Int?
  }

  let state = Locked(State())

  /// Held by the handler only, so that the consumer ends when the handler is released.
  final class Hold: @unchecked Sendable {
    // `@unchecked` is safe: `consumer` is set once, and a weak reference is read atomically.
    private(set) weak var consumer: Consumer?

    init(_ consumer: Consumer) { self.consumer = consumer }

    deinit { consumer?.end() }
  }

  deinit {
    end()
    state.withLock { $0.finished }?()
  }

  var taskHash: Int? {
    get { state.withLock { $0.taskHash } }
    set { state.withLock { $0.taskHash = newValue } }
  }

  var isActive: Bool { state.withLock { !$0.isOver } }

  /// Accepts a delivery; calling `finished` ends it. Returns a function that wakes the loop; nil if the loop is over.
  func take(
    _ update: Update, _ finished: @escaping @Sendable () -> Void
  ) -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard !state.isOver else { return nil }
      state.finished = finished
      state.ready = update
      return { [waiting = state.waiting.take()] in waiting?.resume() }
    }
  }

  func next() async -> Update? {
    finish()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waits = state.withLock { state in
          if state.ready != nil || state.isOver || state.isYielding || Task.isCancelled {
            return false
          }
          state.waiting = continuation
          return true
        }
        if !waits { continuation.resume() }
      }
    } onCancel: {
      end()
    }
    // Hand the update over under the lock: Thread Sanitizer does not see the ordering that a continuation provides.
    let ready = state.withLock { state in
      // If nothing is ready, end the loop, so that it takes no later delivery.
      if state.ready == nil { state.isOver = true }
      return state.ready.take()
    }
    if ready == nil { end() }
    return ready
  }

  /// Ends the loop with `state` once it requests a delivery. Returns false if the caller's task was cancelled first.
  static func yield(_ state: Locked<State>) async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { successor in
        let isOver = state.withLock { state in
          state.isYielding = true
          let isOver = state.isOver || state.waiting != nil || Task.isCancelled
          if !isOver { state.successor = successor }
          return isOver
        }
        guard isOver else { return }
        if !Task.isCancelled { end(state) }
        successor.resume()
      }
    } onCancel: {
      state.withLock { $0.successor.take() }?.resume()
    }
    return state.withLock { state in
      state.isYielding = state.isOver
      return state.isOver
    }
  }

  func end() { Self.end(state) }

  private static func end(_ state: Locked<State>) {
    let (waiting, successor) = state.withLock { state in
      state.isOver = true
      return (state.waiting.take(), state.successor.take())
    }
    waiting?.resume()
    successor?.resume()
  }

  private func finish() {
    let finished = state.withLock { state in
      // The loop has not received the ready update yet, so its delivery must not end here.
      guard state.ready == nil else { return (@Sendable () -> Void)?.none }
      // Set this first: the next delivery may begin as soon as this one ends, and this loop must not receive it.
      if state.isYielding { state.isOver = true }
      return state.finished.take()
    }
    finished?()
  }
}
