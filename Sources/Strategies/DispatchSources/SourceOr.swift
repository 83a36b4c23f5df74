public import Coalesce

/// Wakes the main thread with a dispatch source that merges flags, which say what kinds of change happened.
///
/// Rule: as for ``SourceAdd``, with a union of flags, so that only the affected sections need a reload. A submission
/// without any flags causes no delivery.
///
/// Origin: `DispatchSource.makeUserDataOrSource(queue: .main)`, with a store beside the source, as in ``SourceAdd``.
///
/// Drawback: that of ``SourceAdd``; it also forgets how often each kind of change happened.
///
/// Thread safety: see `UpdateStrategy`.
public final class SourceOr: SourceStrategy<UpdateFlags>, @unchecked Sendable {
  override class var kind: SignalKind { .or }
}
