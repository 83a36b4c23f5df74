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
  /// Makes a strategy that delivers on the scheduler's main thread.
  public init(scheduler: any SourceScheduler, deliver: @escaping @Sendable (UpdateFlags) -> Void) {
    super.init(.or, scheduler, deliver)
  }

  /// Makes a strategy that delivers on the main actor, for apps.
  public convenience init(_ deliver: @escaping @MainActor (UpdateFlags) -> Void) {
    self.init(scheduler: DispatchScheduler.main, deliver: onMainActor(deliver))
  }
}
