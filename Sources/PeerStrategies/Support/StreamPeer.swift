import Coalesce

/// A strategy that is an asynchronous sequence, consumed by a task on the main actor.
protocol StreamPeer: UpdateStrategy where Update == UpdateCount {
  /// What consumes the sequence.
  var consumer: StreamConsumer { get }
}

extension StreamPeer {
  /// Puts a signal into the stream.
  func submit(_ update: UpdateCount) { consumer.submit(update) }

  /// Reloads directly; what the operator holds is delivered once more in its own time.
  func flush() { consumer.outlet.flush() }

  /// Cancels the task.
  func cancel() { consumer.cancel() }

  /// How many updates wait that the operator will still deliver.
  var pendingCount: Int { consumer.pendingCount }
}

/// The task in which an app consumes an asynchronous sequence on the main actor.
///
/// Thread safety: every member may be used from any thread.
final class StreamConsumer: Sendable {
  let outlet: PeerOutlet
  private let signals: SignalStream
  private let task: Task<Void, Never>

  init<Sequence: AsyncSequence & Sendable>(
    forgetsWhenAsking: Bool, deliver: @escaping @Sendable (UpdateCount) -> Void,
    _ makeSequence: (SignalStream) -> Sequence
  ) where Sequence.Element == Int, Sequence.Failure == Never {
    let outlet = PeerOutlet(deliver)
    let signals = SignalStream(forgetsWhenAsking: forgetsWhenAsking)
    let sequence = makeSequence(signals)
    self.outlet = outlet
    self.signals = signals
    task = Task { @MainActor in
      for await number in sequence {
        // Cancelling a task is a request: signals that were taken or buffered before still come,
        // and it is the loop that has to look.
        guard !Task.isCancelled else { return }
        signals.isDone(with: number)
        outlet.deliver()
      }
    }
  }

  deinit { task.cancel() }

  var pendingCount: Int { signals.isUnderWay ? outlet.waitingCount : 0 }

  func submit(_ update: UpdateCount) {
    if outlet.add(update) { signals.signal() }
  }

  func cancel() {
    _ = outlet.cancel()
    task.cancel()
  }
}
