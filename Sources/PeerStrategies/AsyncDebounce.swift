import AsyncAlgorithms
import Coalesce

/// The `debounce` of AsyncAlgorithms, consumed by a loop on the main actor.
///
/// Rule: an element is delivered when none has followed it for one interval.
///
/// Origin: AsyncAlgorithms 1.1.4, `debounce(for:)`.
///
/// Price: every update waits for the interval at least, and for as long as updates keep coming closer
/// together than that: then nothing is delivered at all.
///
/// It has no `flush`: ours is the direct reload that a user would make, and what the operator holds
/// is delivered nevertheless.
///
/// Breaks, because it has no longest wait: `bounded-latency`.
///
/// Thread safety: as ``UpdateStrategy`` says. The main actor is the only main there is.
final class AsyncDebounce: StreamPeer {
  let consumer: StreamConsumer

  init(interval: Duration, deliver: @escaping @Sendable (UpdateCount) -> Void) {
    consumer = StreamConsumer(forgetsWhenAsking: false, deliver: deliver) {
      $0.debounce(for: interval)
    }
  }
}
