extension Coalescer {
  /// The deliveries as an asynchronous sequence, for an actor, a server, a view's task or any other consumer.
  ///
  ///     let writes = Coalescer<OrderedUpdates<Line>>(.throttle(), queue: DispatchQueue(label: "log"))
  ///     for await lines in writes.deliveries { await log.append(lines.elements) }
  ///
  /// A delivery lasts until the consumer requests the next one, and its whole length counts as its cost; updates
  /// submitted meanwhile are merged. The loop ends when ``cancel()`` is called, the coalescer is released or the
  /// consumer's task is cancelled. Once the loop has exited, the coalescer has no target. A newer loop takes over when
  /// the older one requests its next delivery or exits, and receives the updates that the coalescer has kept. Giving a
  /// coalescer both a handler and a loop stops the program.
  ///
  /// Loops need real time: tasks do not run in virtual time.
  public var deliveries: Deliveries { Deliveries(coalescer: self) }

  /// The sequence that ``deliveries`` returns.
  public struct Deliveries: AsyncSequence {
    fileprivate weak var coalescer: Coalescer?

    /// Makes an iterator that receives deliveries once `next()` has been called.
    public func makeAsyncIterator() -> Iterator { Iterator(coalescer: coalescer) }

    /// Returns a coalescer's deliveries, one at a time.
    public struct Iterator: AsyncIteratorProtocol {
      // Weak: a loop that waits for deliveries does not keep the coalescer alive.
      fileprivate weak var coalescer: Coalescer?
      private let consumer = Consumer<Update>()
      private var isAttached = false

      fileprivate init(coalescer: Coalescer?) { self.coalescer = coalescer }

      /// Ends the previous delivery and waits for the next one; nil once the loop has ended or its task is cancelled.
      public mutating func next() async -> Update? { await next(on: nil) }

      /// Like `next()`, but on the caller's actor.
      @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
      public mutating func next(
        isolation actor: isolated (any Actor)? = #isolation
      ) async -> Update? { await next(on: actor) }

      private mutating func next(on actor: isolated (any Actor)?) async -> Update? {
        consumer.taskHash = withUnsafeCurrentTask { $0?.hashValue }
        await attach(on: actor)
        return await consumer.next()
      }

      /// Makes this iterator the receiver of the coalescer's deliveries, once an older loop has given way.
      mutating func attach(on actor: isolated (any Actor)? = #isolation) async {
        guard !isAttached else { return }
        isAttached = true
        let newest = coalescer?.outbox.newestLoop
        let older = newest?.withLock { newest in
          defer { newest = Weak(object: consumer) }
          return newest
        }
        // Retain only the older loop's state, so that its consumer is released if that loop exits while this one waits.
        if let older, let state = older.object?.state, await !Consumer.yield(state) {
          // This task was cancelled, so the older loop continues, unless a third loop has taken over.
          let current = newest?.withLock { newest in
            let current = newest.object
            if current === consumer { newest = older }
            return current
          }
          // Release `current` outside the lock.
          withExtendedLifetime(current) {}
          return consumer.end()
        }
        guard let coalescer else { return consumer.end() }
        await coalescer.attach(consumer)
      }
    }
  }

  /// Attaches `consumer` on the main thread, where an older receiver is released, or ends it if `self` is cancelled.
  private func attach(_ consumer: Consumer<Update>) async {
    await withCheckedContinuation { continuation in
      engine.scheduler.onMain { [self] in
        if consumer.isActive {
          let hold = Consumer.Hold(consumer)
          let receiver = Outbox<Update>.Receiver(
            isAlive: { hold.consumer?.isActive ?? false }, handler: .loop(hold))
          attach(receiver, "A loop over 'deliveries'")
        }
        continuation.resume()
      }
    }
  }
}

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
