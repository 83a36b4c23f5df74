public import Coalesce

/// Wakes the main thread with a dispatch source that keeps the newest data: one wake-up delivers the newest state.
///
/// Rule: as for ``SourceAdd``, with a `NewestValue`, which replaces the previous one.
///
/// Origin: `DispatchSource.makeUserDataReplaceSource(queue: .main)`, with a store as in ``SourceAdd``.
///
/// Drawback: that of ``SourceAdd``.
///
/// Thread safety: see `UpdateStrategy`.
public final class SourceReplace<Update: Mergeable>: SourceStrategy<Update>, @unchecked Sendable {
  override class var kind: SignalKind { .replace }
}
