import AsyncAlgorithms
import Coalesce

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
/// It has no `flush`: ours is the direct reload that a user would make.
///
/// Breaks, because it has no trailing edge: `final-state`, `nothing-lost` and `bounded-latency`.
///
/// Thread safety: as ``UpdateStrategy`` says. The main actor is the only main there is.
final class AsyncThrottle: StreamPeer {
  let consumer: StreamConsumer

  init(interval: Duration, deliver: @escaping @Sendable (UpdateCount) -> Void) {
    consumer = StreamConsumer(forgetsWhenAsking: true, deliver: deliver) {
      $0._throttle(for: interval, latest: true)
    }
  }
}
