import Foundation

/// Waits until a given uptime: sleeps until shortly before, then spins.
package enum Pacer {
  /// How long before the deadline to start spinning. Sleeps overshoot by 0.1 ms in the median, on Darwin by up to 1 ms.
  #if canImport(Darwin)
    private static let spinNanoseconds: UInt64 = 1_200_000
  #else
    private static let spinNanoseconds: UInt64 = 100_000
  #endif

  static func wait(untilNanoseconds deadline: UInt64) -> UInt64 {
    while true {
      let now = Clocks.uptime
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
