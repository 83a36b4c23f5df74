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

extension Duration {
  /// The duration in whole nanoseconds: 0 if it is negative, the largest `UInt64` if it is too
  /// long.
  public var wholeNanoseconds: UInt64 {
    // Not `components`, which traps where the seconds are more than an Int64 holds.
    UInt64(clamping: attoseconds / 1_000_000_000)
  }
}

extension UInt64 {
  /// The sum, or the largest number there is, which as a time means never.
  package func adding(orNever other: UInt64) -> UInt64 {
    let (sum, isNever) = addingReportingOverflow(other)
    return isNever ? .max : sum
  }
}
