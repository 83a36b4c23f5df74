import Foundation
import Synchronization

/// How long one thread has computed.
struct ThreadTime: Sendable {
  let thread: UInt
  let nanoseconds: UInt64

  /// The calling thread's time now.
  static var now: ThreadTime {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    #if canImport(Darwin)
      let thread = UInt(bitPattern: pthread_self())
    #else
      let thread = UInt(pthread_self())
    #endif
    return ThreadTime(
      thread: thread,
      nanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
  }

  /// How long the thread has computed since; nil on another thread.
  var elapsed: UInt64? {
    let now = ThreadTime.now
    // A thread that has ended may leave its handle to a new one, which has computed less.
    guard now.thread == thread, now.nanoseconds >= nanoseconds else { return nil }
    return now.nanoseconds - nanoseconds
  }
}

/// The latest of the times that any thread has noted, to a microsecond.
///
/// Thread safety: every member may be used from any thread.
final class LatestTime: Sendable {
  /// Closer times are not noted: threads that submit at once would fight for one cache line.
  static let resolutionNanoseconds: UInt64 = 1_000

  // Relaxed: it orders nothing else.
  private let latest = Atomic<UInt64>(0)

  var nanoseconds: UInt64 { latest.load(ordering: .relaxed) }

  /// Takes `time` if it is later, for a thread may be held up between the clock and here.
  func note(nanoseconds time: UInt64) {
    guard time > latest.load(ordering: .relaxed) &+ Self.resolutionNanoseconds else { return }
    latest.max(time, ordering: .relaxed)
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
  public func adding(orNever other: UInt64) -> UInt64 {
    let (sum, isNever) = addingReportingOverflow(other)
    return isNever ? .max : sum
  }
}
