import Dispatch

extension AsyncSequence where Self: Sendable, Element: Mergeable {
  /// Merges this sequence's elements and hands them on at a pace.
  ///
  ///     for await prices in ticks.map({ NewestByKey($0.symbol, $0.price) })
  ///       .coalesced(by: .throttle(for: .milliseconds(100)))
  ///     { show(prices.values) }
  ///
  /// Nothing is lost. Elements that come while the consumer is busy are merged into its next one; what
  /// the consumer does with one, until it asks for the next, counts as the cost of a delivery. When this
  /// sequence ends, what is left comes first, then the end or the error. Cancelling the consumer's task
  /// ends both. Each iterator reads the sequence for itself, from its first `next()`.
  ///
  /// Drawback: a task, a serial queue and a ``Coalescer`` for each iterator. Real time only.
  /// - Parameters:
  ///   - pace: when merged elements come out.
  ///   - capacity: how many updates may wait, counted as ``Mergeable/updateCount`` says, before this
  ///     sequence is read no further; so the bound of its own buffer goes on meaning something.
  /// - Returns: the sequence of merged elements.
  public func coalesced(by pace: Pace, capacity: Int = 10_000) -> CoalescedSequence<Self, Element> {
    CoalescedSequence(base: self, pace: pace, capacity: capacity) { $0 }
  }
}

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Collects this sequence's elements and hands them on in their order, at a pace: as
  /// `coalesced(by:capacity:)` does for elements that merge.
  public func coalesced(
    by pace: Pace, capacity: Int = 10_000
  ) -> CoalescedSequence<Self, OrderedUpdates<Element>> {
    CoalescedSequence(base: self, pace: pace, capacity: capacity) { OrderedUpdates([$0]) }
  }
}

/// What `AsyncSequence.coalesced(by:capacity:)` returns: the merged elements of another sequence.
public struct CoalescedSequence<Base: AsyncSequence & Sendable, Update: Mergeable>:
  AsyncSequence, Sendable
{
  /// A merged element.
  public typealias Element = Update
  /// What the base may throw.
  public typealias Failure = Base.Failure

  let base: Base
  let pace: Pace
  let capacity: Int
  let update: @Sendable (Base.Element) -> Update

  /// Makes an iterator that reads the base for itself.
  public func makeAsyncIterator() -> Iterator { Iterator(reading: Reading(self)) }

  /// Reads the base once. Dropping the iterator ends its reading.
  public struct Iterator: AsyncIteratorProtocol {
    private let reading: Reading
    private var deliveries: Coalescer<Update>.Deliveries

    fileprivate init(reading: Reading) {
      self.reading = reading
      deliveries = reading.coalescer.makeAsyncIterator()
    }

    /// Returns the next merged element, or nil at the end and when the task is cancelled.
    /// - Throws: what the base threw, once, when all elements before it have come out; later calls return nil.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(Base.Failure) -> Update? {
      reading.start()
      if let update = await deliveries.next(isolation: actor) { return update }
      reading.cancel()
      // Once: an error is thrown by one call, and nil is returned from then on.
      let end = reading.end.withLock { end in
        defer { end = nil }
        return end
      }
      try end?.get()
      return nil
    }
  }

  /// A task that reads the base into a coalescer. Ends with the iterator.
  fileprivate final class Reading: Sendable {
    let coalescer: Coalescer<Update>
    /// How the base ended; nil until what came before has been delivered.
    let end = Locked<Result<Void, Base.Failure>?>(nil)
    private let task = Locked<Task<Void, Never>?>(nil)
    private let sequence: CoalescedSequence

    init(_ sequence: CoalescedSequence) {
      self.sequence = sequence
      let queue = DispatchQueue(label: "coalesced")
      coalescer = Coalescer(sequence.pace, scheduler: DispatchScheduler(mainQueue: queue))
    }

    deinit { cancel() }

    func cancel() {
      coalescer.cancel()
      task.withLock { $0 }?.cancel()
    }

    func start() {
      task.withLock { task in
        guard task == nil else { return }
        task = Task { [coalescer, end, sequence] in
          let result = await Self.read(sequence, into: coalescer)
          // What is left comes before the end, and at once.
          coalescer.setPace(.nextPass)
          await coalescer.waitUntilDelivered()
          end.withLock { $0 = result }
          coalescer.cancel()
        }
      }
    }

    private static func read(
      _ sequence: CoalescedSequence, into coalescer: Coalescer<Update>
    ) async -> Result<Void, Base.Failure> {
      do throws(Base.Failure) {
        for try await element in sequence.base {
          // A base may go on although its task was cancelled.
          if Task.isCancelled { break }
          coalescer.submit(sequence.update(element))
          if coalescer.pendingCount >= sequence.capacity { await coalescer.waitUntilDelivered() }
        }
        return .success(())
      } catch {
        return .failure(error)
      }
    }
  }
}
