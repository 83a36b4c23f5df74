import Synchronization

/// The latest of the times that any thread has noted, to a microsecond.
///
/// Thread safety: every member may be used from any thread.
final class LatestTime: Sendable {
  /// Closer times are not noted: threads that submit at once would fight for one cache line.
  static let resolutionNanoseconds: UInt64 = 1_000

  private let latest = Atomic<UInt64>(0)

  var nanoseconds: UInt64 { latest.load(ordering: .acquiring) }

  /// Takes `time` if it is later, for a thread may be held up between the clock and here.
  func note(nanoseconds time: UInt64) {
    guard time > latest.load(ordering: .relaxed) &+ Self.resolutionNanoseconds else { return }
    latest.max(time, ordering: .acquiringAndReleasing)
  }
}
