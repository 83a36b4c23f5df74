import Synchronization

/// The stream that feeds an asynchronous operator. It knows whether a signal in the stream or in the operator will
/// still be delivered.
///
/// The stream keeps only the newest signal, because a reload needs no other; with the unlimited buffer of
/// `AsyncStream`, producers that are faster than the operator would fill memory. Signals are numbered, so that a
/// delivery shows which ones are done. Counting is the only addition: the operator sees the same signals at the same
/// times.
///
/// Thread safety: any thread may use every member; there may be only one consumer.
final class SignalStream: AsyncSequence, Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let forgetsWhenAsking: Bool
  private let inStream = Atomic<Int>(0)
  private let taken = Atomic<Int>(0)
  private let doneWith = Atomic<Int>(0)

  init(forgetsWhenAsking: Bool) {
    (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.forgetsWhenAsking = forgetsWhenAsking
  }

  /// Whether a pending signal will be delivered even if no other follows.
  var isUnderWay: Bool {
    // Checks the stream before the operator, in the order in which a signal moves, so that none is missed.
    guard inStream.load(ordering: .acquiring) == 0 else { return true }
    let doneWith = doneWith.load(ordering: .acquiring)
    return taken.load(ordering: .acquiring) > doneWith
  }

  func signal() {
    inStream.add(1, ordering: .acquiringAndReleasing)
    switch continuation.yield() {
    case .dropped, .terminated: inStream.subtract(1, ordering: .acquiringAndReleasing)
    default: break
    }
  }

  /// Marks the signal `number` and all earlier ones as delivered or dropped.
  func isDone(with number: Int) {
    doneWith.max(number, ordering: .acquiringAndReleasing)
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(signals: self, base: stream.makeAsyncIterator())
  }

  /// Gives the signals to the operator.
  struct Iterator: AsyncIteratorProtocol {
    fileprivate let signals: SignalStream
    fileprivate var base: AsyncStream<Void>.Iterator

    mutating func next(isolation actor: isolated (any Actor)?) async -> Int? {
      if signals.forgetsWhenAsking {
        signals.isDone(with: signals.taken.load(ordering: .acquiring))
      }
      guard await base.next(isolation: actor) != nil else { return nil }
      defer { signals.inStream.subtract(1, ordering: .acquiringAndReleasing) }
      return signals.taken.add(1, ordering: .acquiringAndReleasing).newValue
    }
  }
}
