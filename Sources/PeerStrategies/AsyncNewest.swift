import Coalesce

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
///
/// It has no `flush`: ours is the direct reload that a user would make, and the signal that waits is
/// delivered nevertheless.
///
/// Thread safety: as ``UpdateStrategy`` says. The main actor is the only main there is.
final class AsyncNewest: StreamPeer {
  let consumer: StreamConsumer

  init(deliver: @escaping @Sendable (UpdateCount) -> Void) {
    consumer = StreamConsumer(forgetsWhenAsking: true, deliver: deliver) { $0 }
  }
}
