import Dispatch
import Foundation

package enum Clocks {
  package static var uptime: UInt64 { DispatchTime.now().uptimeNanoseconds }

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
