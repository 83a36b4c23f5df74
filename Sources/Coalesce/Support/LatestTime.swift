/// The latest time that any thread has noted, to within a microsecond. Thread safety: any thread may use every member.
final class LatestTime: Sendable {
  /// A time is noted only if it is later than the latest by more than this, so that submissions do not contend.
  static let resolutionNanoseconds: UInt64 = 1_000

  // Accessed with relaxed ordering, because it does not order other memory accesses.
  private let latest = Atomic<UInt64>(0)

  var nanoseconds: UInt64 { latest.load(ordering: .relaxed) }

  func note(nanoseconds time: UInt64) {
    guard time > latest.load(ordering: .relaxed) &+ Self.resolutionNanoseconds else { return }
    latest.max(time)
  }
}
