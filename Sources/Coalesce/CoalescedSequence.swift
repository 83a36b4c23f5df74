internal import Dispatch

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Merges this sequence's elements and returns them at a pace.
  ///
  ///     for await prices in ticks.map({ NewestByKey($0.symbol, $0.price) })
  ///       .coalesced(by: .throttle(for: .milliseconds(100)))
  ///     { show(prices.values) }
  ///
  /// Nothing is lost. Elements that arrive while the consumer is busy are merged into the next element; the consumer's
  /// busy time counts as the cost of a delivery. When this sequence ends or throws, pending elements are returned
  /// first. Cancelling the consumer's task also stops the reading. Each iterator starts reading at its first `next()`.
  ///
  /// Drawback: each iterator needs a task, a serial queue and a ``Coalescer``, and cannot run in virtual time. Once
  /// `capacity` updates (by their ``Mergeable/updateCount``) are pending, reading waits for their delivery while this
  /// sequence buffers.
  public func coalesced(
    by pace: Pace, capacity: Int = 1_000
  ) -> some AsyncSequence<Element, Failure> & Sendable where Element: Mergeable {
    CoalescedSequence(
      base: self, make: { Coalescer(pace, on: $0) }, capacity: capacity, wrap: { $0 },
      unwrap: { $0 })
  }

  /// Like `coalesced(by:capacity:)`, but in portions. When this sequence ends, the rest comes in one portion.
  public func coalesced(
    by pace: Pace, portion: Portion, capacity: Int = 1_000
  ) -> some AsyncSequence<Element, Failure> & Sendable where Element: Divisible {
    CoalescedSequence(
      base: self, make: { Coalescer(pace, portion: portion, on: $0) }, capacity: capacity,
      wrap: { $0 }, unwrap: { $0 })
  }

  /// Returns this sequence's elements in lists, at a pace, like `coalesced(by:capacity:)` but for any elements. `portion`
  /// says how many are in a list; when this sequence ends, the rest comes in one list.
  public func chunked(
    by pace: Pace, portion: Portion = .all, capacity: Int = 1_000
  ) -> some AsyncSequence<[Element], Failure> & Sendable {
    CoalescedSequence(
      base: self, make: { Coalescer(pace, portion: portion, on: $0) }, capacity: capacity,
      wrap: { OrderedUpdates([$0]) }, unwrap: { $0.elements })
  }

  /// Returns this sequence's newest element at a pace, and skips elements that a newer one has replaced.
  ///
  ///     for await price in prices.newest(by: .throttle(for: .milliseconds(100))) { show(price) }
  public func newest(by pace: Pace) -> some AsyncSequence<Element, Failure> & Sendable {
    CoalescedSequence(
      base: self, make: { Coalescer(pace, on: $0) }, capacity: .max, wrap: { NewestValue($0) },
      unwrap: { $0.value })
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private struct CoalescedSequence<
  Base: AsyncSequence & Sendable, Update: Mergeable, Element: Sendable
>:
  AsyncSequence, Sendable
{
  typealias Failure = Base.Failure

  let base: Base
  let make: @Sendable (DeliveryPlace) -> Coalescer<Update>
  let capacity: Int
  let wrap: @Sendable (Base.Element) -> Update
  let unwrap: @Sendable (Update) -> Element

  func makeAsyncIterator() -> Iterator { Iterator(reading: Reading(self)) }

  /// Returns the merged elements. All copies of an iterator share one reading of the base, which ends with the last.
  struct Iterator: AsyncIteratorProtocol {
    private let reading: Reading
    private var deliveries: Coalescer<Update>.Deliveries.Iterator

    init(reading: Reading) {
      self.reading = reading
      deliveries = reading.coalescer.deliveries.makeAsyncIterator()
    }

    mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async throws(Failure) -> Element? {
      await deliveries.attach()
      reading.start()
      if let update = await deliveries.next(isolation: actor) {
        return reading.sequence.unwrap(update)
      }
      reading.cancel()
      // An error is thrown by one call only; later calls return nil.
      let end = reading.end.withLock { end in
        defer { end = nil }
        return end
      }
      try end?.get()
      return nil
    }
  }

  /// Reads the base into a coalescer until the base ends, or until this object is cancelled or released.
  final class Reading: Sendable {
    let coalescer: Coalescer<Update>
    let sequence: CoalescedSequence
    /// How the base ended; nil until its elements have been delivered or dropped, and again once `next` has taken it.
    let end = Locked<Result<Void, Failure>?>(nil)
    private let task = Locked<Task<Void, Never>?>(nil)

    init(_ sequence: CoalescedSequence) {
      self.sequence = sequence
      coalescer = sequence.make(.queue(DispatchQueue(label: "coalesced")))
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
          // Deliver all pending elements without delay, before the sequence ends.
          coalescer.engine.arrive(within: 0)
          coalescer.pace = .nextPass
          try? await coalescer.waitUntilDelivered()
          end.withLock { $0 = result }
          coalescer.cancel()
        }
      }
    }

    private static func read(
      _ sequence: CoalescedSequence, into coalescer: Coalescer<Update>
    ) async -> Result<Void, Failure> {
      do throws(Failure) {
        for try await element in sequence.base {
          // The base may continue to produce elements after this task is cancelled.
          if Task.isCancelled { break }
          coalescer.submit(sequence.wrap(element))
          if coalescer.pendingCount >= sequence.capacity {
            try? await coalescer.waitUntilDelivered()
          }
        }
        return .success(())
      } catch {
        return .failure(error)
      }
    }
  }
}
