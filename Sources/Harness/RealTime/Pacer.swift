import Dispatch
import Foundation

/// Waits for absolute times: sleeps until shortly before, spins the rest.
enum Pacer {
  /// Sleeping overshoots by 0.1 ms in the median, so the last 100 µs are spun.
  private static let spinNanoseconds: UInt64 = 100_000

  /// Returns at `deadline`, or at once if that is past. Answers the time, of the uptime clock.
  static func wait(untilNanoseconds deadline: UInt64) -> UInt64 {
    while true {
      let now = DispatchTime.now().uptimeNanoseconds
      guard now < deadline else { return now }
      let left = deadline - now
      if left > spinNanoseconds {
        sleep(nanoseconds: left - spinNanoseconds)
      }
    }
  }

  /// Returns at `deadline`, and keeps the processor busy until then. Answers the time.
  static func spin(untilNanoseconds deadline: UInt64) -> UInt64 {
    while true {
      let now = DispatchTime.now().uptimeNanoseconds
      guard now < deadline else { return now }
    }
  }

  /// Sleeps, and overshoots.
  static func sleep(nanoseconds: UInt64) {
    var request = timespec(
      tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    nanosleep(&request, nil)
  }
}
