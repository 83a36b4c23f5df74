public import Coalesce

/// Wakes the main thread with a dispatch source that adds: one wake-up delivers everything signalled by then.
///
/// Rule: each submission merges its update and signals the source. In its next pass, the main thread delivers all that
/// was merged by then. A submission during a delivery causes another delivery. Nothing is delivered inside `submit`.
///
/// Origin: `DispatchSource.makeUserDataAddSource(queue: .main)`, with a store beside the source.
///
/// Drawback: a latency of one pass of the main thread; under steady load, as many deliveries as the main thread can
/// make. Signalling takes 40–60 ns if an event is already pending, up to 250 ns otherwise.
///
/// Thread safety: see `UpdateStrategy`.
public final class SourceAdd<Update: Mergeable>: SourceStrategy<Update>, @unchecked Sendable {}
