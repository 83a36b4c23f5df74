extension Coalescer {
  /// The deliveries as an asynchronous sequence, for an actor, a server, a view's task or any other consumer.
  ///
  ///     let writes = Coalescer<OrderedUpdates<Line>>(.throttle(), on: .queue(queue))
  ///     for await lines in writes.deliveries { await log.append(lines.elements) }
  ///
  /// A delivery lasts until the consumer requests the next one; updates submitted meanwhile are merged. On the
  /// coalescer's own queue, a delivery's whole length counts as its cost, otherwise the CPU time that the main thread
  /// used meanwhile. The loop ends when ``cancel()`` is called, the coalescer is released or the consumer's task is
  /// cancelled. Once the loop has exited, the coalescer has no target. A newer loop takes over when the older one
  /// requests its next delivery or exits, and receives the updates that the coalescer has kept. Giving a coalescer both
  /// a handler and a loop stops the program.
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
