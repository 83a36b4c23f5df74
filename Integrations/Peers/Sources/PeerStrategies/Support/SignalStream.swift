import Synchronization

/// The stream in front of an asynchronous operator, and the knowledge whether a signal in it, or in
/// the operator, will still be delivered.
///
/// It keeps the newest signal only, for a reload needs no other; with the unlimited buffer of
/// `AsyncStream`, producers that are faster than the operator would fill memory. The operator gets
/// the signals numbered, so that a delivery tells which ones are done with. Watching is all that is
/// added: the operator sees the same signals at the same times.
///
/// Thread safety: every member may be used from any thread; one consumer.
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

  /// Whether a signal waits that will be delivered without another one coming.
  var isUnderWay: Bool {
    // In the order in which a signal moves on, so that none is missed between two places.
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

  /// Says that the signal of this number, and all before it, will not be delivered again.
  func isDone(with number: Int) {
    doneWith.max(number, ordering: .acquiringAndReleasing)
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(signals: self, base: stream.makeAsyncIterator())
  }

  /// Hands the signals to the operator.
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
