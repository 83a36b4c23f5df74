/// A coalescer is an asynchronous sequence of its deliveries, for a consumer that is not the main
/// thread's: an actor, a server.
///
///     let queue = DispatchScheduler(mainQueue: DispatchQueue(label: "log"))
///     let writes = Coalescer<OrderedUpdates<Line>>(.throttle(), scheduler: queue)
///     for await lines in writes { await log.append(lines.elements) }
///
/// A delivery lasts until the consumer asks for the next, and its whole length counts as its cost. What
/// is submitted meanwhile is merged. The loop ends with ``Coalescer/cancel()``, with the coalescer, and
/// with the consumer's task. Leaving the loop leaves the coalescer without a target. One loop at a time:
/// a second one takes the first one's place, which then waits.
///
/// Real time only: tasks do not run in virtual time.
extension Coalescer: AsyncSequence {
  /// What a delivery carries.
  public typealias Element = Update
  /// It never fails.
  public typealias Failure = Never

  /// Makes an iterator, to which updates are delivered from its first `next()`.
  public func makeAsyncIterator() -> Deliveries { Deliveries(self) }

  /// Hands a coalescer's deliveries over, one at a time.
  public struct Deliveries: AsyncIteratorProtocol {
    // Held weakly: who waits for deliveries does not keep the coalescer alive.
    private weak var coalescer: Coalescer?
    let consumer = Consumer<Update>()
    private var isAttached = false

    init(_ coalescer: Coalescer) { self.coalescer = coalescer }

    /// Ends the delivery before and returns the next one; nil at the end and when the task is
    /// cancelled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> Update? {
      if !isAttached {
        isAttached = true
        guard let coalescer else { return nil }
        coalescer.attach(consumer)
      }
      return await consumer.next()
    }
  }

  private func attach(_ consumer: Consumer<Update>) {
    // Where the coalescer is cancelled, nobody keeps this, and the consumer ends.
    let hold = Consumer<Update>.Hold(consumer)
    attach(
      Outbox.Receiver(
        isThere: { hold.consumer?.asks ?? false },
        handler: .handOver { update, finished in
          hold.consumer?.take(update, finished) ?? false
        }))
  }
}

/// Somebody who asks for deliveries, one at a time.
///
/// Thread safety: every member may be used from any thread; one caller of `next` at a time.
final class Consumer<Update: Sendable>: Sendable {
  private struct State {
    var ready: Update?
    var finished: (@Sendable () -> Void)?
    var waiting: CheckedContinuation<Update?, Never>?
    var isOver = false
  }

  private let state = Locked(State())

  /// Held by the handler alone: with it, the consumer ends.
  final class Hold: @unchecked Sendable {
    // Proof of `@unchecked`: set once; a weak reference is read atomically.
    private(set) weak var consumer: Consumer?

    init(_ consumer: Consumer) { self.consumer = consumer }

    deinit { consumer?.end() }
  }

  deinit { state.withLock { $0.finished }?() }

  /// Whether it has not come to its end.
  var asks: Bool { state.withLock { !$0.isOver } }

  /// Takes a delivery, which lasts until `finished` is called. Returns false where nobody asks for any more.
  func take(_ update: Update, _ finished: @escaping @Sendable () -> Void) -> Bool {
    let (isTaken, waiting) = state.withLock { state in
      guard !state.isOver else { return (false, CheckedContinuation<Update?, Never>?.none) }
      state.finished = finished
      defer { state.waiting = nil }
      if state.waiting == nil { state.ready = update }
      return (true, state.waiting)
    }
    waiting?.resume(returning: update)
    return isTaken
  }

  func next() async -> Update? {
    finish()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (isAnswered, answer): (Bool, Update?) = state.withLock { state in
          if let ready = state.ready {
            state.ready = nil
            return (true, ready)
          }
          if state.isOver || Task.isCancelled { return (true, nil) }
          state.waiting = continuation
          return (false, nil)
        }
        if isAnswered { continuation.resume(returning: answer) }
      }
    } onCancel: {
      end()
    }
  }

  /// Nothing more comes.
  func end() {
    let waiting = state.withLock { state in
      state.isOver = true
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(returning: nil)
  }

  private func finish() {
    let finished = state.withLock { state in
      // What is ready has not been handed over yet.
      guard state.ready == nil else { return (@Sendable () -> Void)?.none }
      defer { state.finished = nil }
      return state.finished
    }
    finished?()
  }
}
