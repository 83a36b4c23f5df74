import OpenCombine
import Coalesce

/// The `throttle` of Combine, newest value.
///
/// Rule: the first update is delivered in main's next pass, even when it was submitted on main; those
/// that come within one interval of that are delivered together when it ends. The interval runs from
/// start to start.
///
/// Origin: OpenCombine 0.14.0, `throttle(for:scheduler:latest:)`, `latest` true, on the main queue.
///
/// Price: latency is bounded by the interval plus one delivery; a delivery longer than the interval is
/// followed by the next one at once, so it can keep main busy for as long as updates come.
///
/// It has no `flush`: ours is the direct reload that a user would make, and what the operator holds
/// is delivered nevertheless.
///
/// Thread safety: as ``UpdateStrategy`` says. The main queue is the only main there is.
final class CombineThrottle: CombinePeer {
  let pipeline: CombinePipeline

  init(interval: Duration, deliver: @escaping @Sendable (UpdateCount) -> Void) {
    pipeline = CombinePipeline(interval: interval, deliver: deliver) {
      $0.throttle(for: $1, scheduler: $2, latest: true)
    }
  }
}
