public import Synchronization

/// The latest of the times that any thread has noted.
///
/// Thread safety: every member may be used from any thread.
@usableFromInline
final class LatestTime: Sendable {
  @usableFromInline let latest = Atomic<UInt64>(0)

  init() {}

  var nanoseconds: UInt64 { latest.load(ordering: .acquiring) }

  /// Takes `time` if it is later, for a thread may be held up between the clock and here.
  @inlinable
  func note(nanoseconds time: UInt64) {
    latest.max(time, ordering: .acquiringAndReleasing)
  }
}
