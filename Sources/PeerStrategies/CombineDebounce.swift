import OpenCombine
import Coalesce

/// The `debounce` of Combine.
///
/// Rule: an update is delivered when none has followed it for one interval.
///
/// Origin: OpenCombine 0.14.0, `debounce(for:scheduler:)`, on the main queue.
///
/// Price: a new timer for each update, about 3 µs a submission; every update waits for the interval
/// at least, and for as long as updates keep coming closer together than that: then nothing is
/// delivered at all. A subject that completes takes the last update with it; ours never completes.
///
/// It has no `flush`: ours is the direct reload that a user would make, and what the operator holds
/// is delivered nevertheless.
///
/// Breaks, because it has no longest wait: `bounded-latency`.
///
/// Thread safety: as ``UpdateStrategy`` says. The main queue is the only main there is.
final class CombineDebounce: CombinePeer {
  let pipeline: CombinePipeline

  init(interval: Duration, deliver: @escaping @Sendable (UpdateCount) -> Void) {
    pipeline = CombinePipeline(interval: interval, deliver: deliver) {
      $0.debounce(for: $1, scheduler: $2)
    }
  }
}
