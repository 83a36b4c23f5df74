import Foundation

struct ThreadTime: Sendable {
  let thread: UInt
  let nanoseconds: UInt64

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

  /// The CPU time that the thread has used since `self` was taken; nil when called on another thread.
  var elapsed: UInt64? {
    let now = ThreadTime.now
    // A new thread, which has used less CPU time, may get the handle of a thread that has ended.
    guard now.thread == thread, now.nanoseconds >= nanoseconds else { return nil }
    return now.nanoseconds - nanoseconds
  }
}

/// Thread safety: every member may be used from any thread.
final class Flag: Sendable {
  private let isSet = Atomic<Bool>(false)

  func set() { isSet.store(true, ordering: .releasing) }

  func take() -> Bool {
    isSet.load(ordering: .relaxed) && isSet.exchange(false, ordering: .acquiringAndReleasing)
  }
}

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

extension Duration {
  /// The duration in whole nanoseconds: 0 if it is negative, the largest `UInt64` if it is longer than 584 years.
  package var wholeNanoseconds: UInt64 {
    guard self > .zero else { return 0 }
    // `components` traps if the seconds exceed an Int64; `attoseconds` needs macOS 15.
    guard self < .seconds(18_446_744_073) else { return .max }
    let (seconds, attoseconds) = components
    return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
  }
}

extension UInt64 {
  /// The sum or, on overflow, the largest number, which means "never" if the numbers are times.
  package func adding(orNever other: UInt64) -> UInt64 {
    let (sum, isNever) = addingReportingOverflow(other)
    return isNever ? .max : sum
  }
}
