import Dispatch

extension AsyncSequence where Self: Sendable, Element: Mergeable {
  /// Merges this sequence's elements and hands them on when `policy` says so.
  ///
  ///     for await prices in ticks.map({ NewestByKey($0.symbol, $0.price) })
  ///       .coalesced(by: .throttle(interval: .milliseconds(100)))
  ///     { show(prices.values) }
  ///
  /// Nothing is lost. Elements that come while the consumer is busy are merged into its next one.
  /// When this sequence ends, what is left comes first, then the end or the error. Cancelling the
  /// consumer's task ends both. Each iterator reads the sequence for itself, from its first
  /// `next()`.
  ///
  /// Drawback: a task, a serial queue and a ``Coalescer`` for each iterator. Real time only.
  /// - Parameter policy: when merged elements come out.
  /// - Returns: the sequence of merged elements.
  public func coalesced(by policy: some DeliveryPolicy) -> CoalescedSequence<Self> {
    CoalescedSequence(base: self, policy: policy)
  }
}

/// What `AsyncSequence.coalesced(by:)` returns: the merged elements of another sequence.
public struct CoalescedSequence<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable
where Base.Element: Mergeable {
  /// A merged element, of the same type as the base's.
  public typealias Element = Base.Element
  /// What the base may throw.
  public typealias Failure = Base.Failure

  let base: Base
  let policy: any DeliveryPolicy

  /// Makes an iterator that reads the base for itself.
  public func makeAsyncIterator() -> Iterator { Iterator(run: Owner(CoalescedRun(base, policy))) }

  /// Reads the base once. Dropping the iterator ends its reading.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let run: Owner

    /// Returns the next merged element, or nil at the end and when the task is cancelled.
    /// - Throws: what the base threw, once all elements before it have come out.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(Base.Failure) -> Base.Element? {
      try await run.run.next()
    }
  }

  /// Ends its run with itself.
  fileprivate final class Owner: Sendable {
    let run: CoalescedRun<Base>

    init(_ run: CoalescedRun<Base>) { self.run = run }

    deinit { run.cancel() }
  }
}

/// A task that reads the base, a coalescer that merges, and somebody who waits for what comes out.
///
/// Thread safety: every member may be used from any thread; one consumer at a time.
private final class CoalescedRun<Base: AsyncSequence & Sendable>: Sendable
where Base.Element: Mergeable {
  typealias Output = Result<Base.Element?, Base.Failure>

  private struct State {
    var isStarted = false
    /// Delivered, and not yet taken.
    var ready: Base.Element?
    /// What comes when nothing is ready any more; nil while the base goes on.
    var end: Output?
    var consumer: CheckedContinuation<Output, Never>?
    var task: Task<Void, Never>?

    /// What the consumer gets now; nil if it has to wait.
    mutating func output() -> Output? {
      if let element = ready {
        ready = nil
        return .success(element)
      }
      defer { if end != nil { end = .success(nil) } }
      return end
    }

    /// Whom to wake with what.
    mutating func wake() -> () -> Void {
      guard let waiting = consumer, let output = output() else { return {} }
      consumer = nil
      return { waiting.resume(returning: output) }
    }
  }

  private let base: Base
  private let coalescer: Coalescer<Base.Element>
  private let scheduler: DispatchScheduler
  private let state = Locked(State())

  init(_ base: Base, _ policy: some DeliveryPolicy) {
    self.base = base
    scheduler = DispatchScheduler(mainQueue: DispatchQueue(label: "coalesced"))
    coalescer = Coalescer(policy, scheduler: scheduler)
    coalescer.deliver { [state] update in
      // Merged outside the lock, for what is replaced may call out when it ends.
      var merged: Base.Element?
      state.withLock { swap(&$0.ready, &merged) }
      if merged?.merge(update) == nil { merged = update }
      let wake = state.withLock { state in
        state.ready = merged
        return state.wake()
      }
      wake()
    }
  }

  func next() async throws(Base.Failure) -> Base.Element? {
    start()
    let output = await withTaskCancellationHandler {
      await withCheckedContinuation { consumer in
        let output = state.withLock { state in
          let output = Task.isCancelled ? .success(nil) : state.output()
          if output == nil { state.consumer = consumer }
          return output
        }
        if let output { consumer.resume(returning: output) }
      }
    } onCancel: {
      cancel()
    }
    return try output.get()
  }

  func cancel() {
    coalescer.cancel()
    var dropped: Base.Element?
    let (task, wake) = state.withLock { state in
      swap(&state.ready, &dropped)
      state.end = .success(nil)
      return (state.task, state.wake())
    }
    task?.cancel()
    wake()
  }

  private func start() {
    let isFirst = state.withLock { state in
      defer { state.isStarted = true }
      return !state.isStarted
    }
    guard isFirst else { return }
    let task = Task { [self] in
      do throws(Base.Failure) {
        for try await element in base {
          // A base may go on although its task was cancelled.
          if Task.isCancelled { break }
          coalescer.submit(element)
        }
        end(.success(nil))
      } catch {
        end(.failure(error))
      }
    }
    let isOver = state.withLock { state in
      state.task = task
      return state.end != nil
    }
    if isOver { task.cancel() }
  }

  /// What is left comes before the end.
  private func end(_ end: Output) {
    scheduler.onMain { [self] in
      coalescer.flush()
      let wake = state.withLock { state in
        if state.end == nil { state.end = end }
        return state.wake()
      }
      wake()
    }
  }
}
