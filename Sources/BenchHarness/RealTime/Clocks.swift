import Dispatch
import Foundation

package enum Clocks {
  /// CPU time of the calling thread, in nanoseconds; reading it takes about 0.5 µs.
  package static var threadCPU: UInt64 { read(CLOCK_THREAD_CPUTIME_ID) }

  static var processCPU: UInt64 { read(CLOCK_PROCESS_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else {
      preconditionFailure("This system cannot read clock \(clock), so nothing can be timed.")
    }
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

enum ProcessUsage {
  /// How often threads of this process went to sleep; nil except on Linux, as Darwin does not count waits for locks.
  static var voluntarySwitches: Int? {
    #if os(Linux) && !COALESCE_NO_PLATFORM
      var usage = rusage()
      let who = __rusage_who_t(RUSAGE_SELF.rawValue)
      return getrusage(who, &usage) == 0 ? Int(usage.ru_nvcsw) : nil
    #else
      return nil
    #endif
  }
}

/// Waits until a given uptime: sleeps until shortly before, then spins.
package enum Pacer {
  /// How long before the deadline to start spinning. Sleeps overshoot by 0.1 ms in the median, on Darwin by up to 1 ms.
  #if canImport(Darwin)
    private static let spinNanoseconds: UInt64 = 1_200_000
  #else
    private static let spinNanoseconds: UInt64 = 100_000
  #endif

  /// Returns the time at the end of the wait, `deadline` or later.
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

  package static func sleep(nanoseconds: UInt64) {
    var request = timespec(
      tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    nanosleep(&request, nil)
  }
}
