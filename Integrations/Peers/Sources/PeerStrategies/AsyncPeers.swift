import AsyncAlgorithms
import Coalesce

/// An asynchronous sequence as a strategy: a task on the main actor consumes it, as in an app.
///
/// The operator has no `flush`. Ours reloads immediately, as an app would; the operator still delivers its held
/// elements later.
///
/// Thread safety: as ``UpdateStrategy`` says. Only the main actor counts as the main thread.
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
        // Cancelling a task is only a request: signals that were already taken or buffered still arrive, so the loop
        // has to check.
        guard !Task.isCancelled else { return }
        signals.isDone(with: number)
        outlet.deliver()
      }
    }
  }

  deinit { task.cancel() }

  func submit(_ update: UpdateCount) {
    if outlet.add(update) { signals.signal() }
  }

  /// Reloads immediately. The operator still delivers its held elements later.
  func flush() { outlet.flush() }

  func cancel() {
    _ = outlet.cancel()
    task.cancel()
  }

  /// The number of updates that the operator will still deliver.
  var pendingCount: Int { signals.isUnderWay ? outlet.waitingCount : 0 }
}

extension StreamPeer {
  /// The `_throttle` of AsyncAlgorithms, consumed by a loop on the main actor.
  ///
  /// Rule: an element that comes at least one interval after the last delivery was decided is delivered; any other is
  /// merged into the next one. There is no timer: a merged element waits for the next element or for the end of the
  /// stream.
  ///
  /// Origin: AsyncAlgorithms 1.1.4, `_throttle(for:latest:)`, `latest` true. Its name begins with an
  /// underscore because it is not final.
  ///
  /// Drawback: the latency of two dispatches for the first update; the last update of a burst stays unseen until the
  /// next burst.
  ///
  /// Breaks `final-state`, `nothing-lost` and `bounded-latency`, because there is no trailing edge.
  static func throttle(
    interval: Duration, deliver: @escaping @Sendable (UpdateCount) -> Void
  ) -> StreamPeer {
    StreamPeer(forgetsWhenAsking: true, deliver: deliver) {
      $0._throttle(for: interval, latest: true)
    }
  }

  /// The `debounce` of AsyncAlgorithms, consumed by a loop on the main actor.
  ///
  /// Rule: an element is delivered if no other follows it for one interval.
  ///
  /// Origin: AsyncAlgorithms 1.1.4, `debounce(for:)`.
  ///
  /// Drawback: every update waits for at least one interval. While updates come closer together than that, nothing is
  /// delivered at all.
  ///
  /// Breaks `bounded-latency`, because there is no longest wait.
  static func debounce(
    interval: Duration, deliver: @escaping @Sendable (UpdateCount) -> Void
  ) -> StreamPeer {
    StreamPeer(forgetsWhenAsking: false, deliver: deliver) { $0.debounce(for: interval) }
  }

  /// An `AsyncStream` that keeps the newest element, consumed by a loop on the main actor.
  ///
  /// Rule: each submission yields to the stream; the loop reloads for each element it gets. While the main thread is
  /// busy, the stream keeps one element, so a burst on the main thread makes two deliveries: one for the element that
  /// woke the loop, one for the element in the stream.
  ///
  /// Origin: `AsyncStream(bufferingPolicy: .bufferingNewest(1))` of the Swift standard library and a
  /// `for await` loop.
  ///
  /// Drawback: the latency of two dispatches, because the loop resumes through the main actor's executor; 370–450 ns
  /// per submission; one delivery more than needed at the end of a burst. While updates keep coming, the main thread
  /// makes one delivery after another, with a turn of the run loop in between.
  static func newest(deliver: @escaping @Sendable (UpdateCount) -> Void) -> StreamPeer {
    StreamPeer(forgetsWhenAsking: true, deliver: deliver) { $0 }
  }
}
