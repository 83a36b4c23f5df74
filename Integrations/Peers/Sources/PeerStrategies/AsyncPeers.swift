import AsyncAlgorithms
import Coalesce

/// A strategy that is an asynchronous sequence, consumed by a task on the main actor, as an app does.
///
/// It has no `flush`: ours is the direct reload that a user would make, and what the operator holds
/// is delivered nevertheless.
///
/// Thread safety: as ``UpdateStrategy`` says. The main actor is the only main there is.
final class StreamPeer: UpdateStrategy {
  private let outlet: PeerOutlet
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

  /// Puts a signal into the stream.
  func submit(_ update: UpdateCount) {
    if outlet.add(update) { signals.signal() }
  }

  /// Reloads directly; what the operator holds is delivered once more in its own time.
  func flush() { outlet.flush() }

  /// Cancels the task.
  func cancel() {
    _ = outlet.cancel()
    task.cancel()
  }

  /// How many updates wait that the operator will still deliver.
  var pendingCount: Int { signals.isUnderWay ? outlet.waitingCount : 0 }
}

extension StreamPeer {
  /// The `_throttle` of AsyncAlgorithms, consumed by a loop on the main actor.
  ///
  /// Rule: an element that comes at least one interval after the last delivery was decided is
  /// delivered; any other is merged into the next one. There is no timer: what was merged waits for
  /// another element to come, and where none comes, only for the end of the stream.
  ///
  /// Origin: AsyncAlgorithms 1.1.4, `_throttle(for:latest:)`, `latest` true. Its name begins with an
  /// underscore because it is not final.
  ///
  /// Price: two hops of latency for the first update; the last update of a burst stays unseen until the
  /// next burst.
  ///
  /// Breaks, because it has no trailing edge: `final-state`, `nothing-lost` and `bounded-latency`.
  static func throttle(
    interval: Duration, deliver: @escaping @Sendable (UpdateCount) -> Void
  ) -> StreamPeer {
    StreamPeer(forgetsWhenAsking: true, deliver: deliver) {
      $0._throttle(for: interval, latest: true)
    }
  }

  /// The `debounce` of AsyncAlgorithms, consumed by a loop on the main actor.
  ///
  /// Rule: an element is delivered when none has followed it for one interval.
  ///
  /// Origin: AsyncAlgorithms 1.1.4, `debounce(for:)`.
  ///
  /// Price: every update waits for the interval at least, and for as long as updates keep coming closer
  /// together than that: then nothing is delivered at all.
  ///
  /// Breaks, because it has no longest wait: `bounded-latency`.
  static func debounce(
    interval: Duration, deliver: @escaping @Sendable (UpdateCount) -> Void
  ) -> StreamPeer {
    StreamPeer(forgetsWhenAsking: false, deliver: deliver) { $0.debounce(for: interval) }
  }

  /// An `AsyncStream` that keeps the newest element, consumed by a loop on the main actor.
  ///
  /// Rule: each submission yields to the stream; the loop reloads for each element it gets. While main
  /// is busy the stream keeps one element, so that a burst from main makes two deliveries: one for the
  /// element that woke the loop, one for the element that waited.
  ///
  /// Origin: `AsyncStream(bufferingPolicy: .bufferingNewest(1))` of the Swift standard library and a
  /// `for await` loop.
  ///
  /// Price: two hops of latency, for the loop resumes by way of the main actor's executor; 370–450 ns
  /// a submission; one delivery more than needed at the end of a burst. Main goes on from one delivery
  /// to the next as long as updates come, with a turn of the run loop between.
  static func newest(deliver: @escaping @Sendable (UpdateCount) -> Void) -> StreamPeer {
    StreamPeer(forgetsWhenAsking: true, deliver: deliver) { $0 }
  }
}
