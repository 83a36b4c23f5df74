import Foundation

/// The processor's clocks: CPU time, not wall time. All in nanoseconds.
enum Clocks {
  /// CPU time of the calling thread; about 0.5 µs a call.
  static var threadCPU: UInt64 { read(CLOCK_THREAD_CPUTIME_ID) }

  /// CPU time of the process, all threads.
  static var processCPU: UInt64 { read(CLOCK_PROCESS_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    let failure = clock_gettime(clock, &time)
    precondition(failure == 0, "This system has no clock \(clock).")
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

/// What the kernel counted for this process.
struct ProcessUsage {
  var peakMemoryBytes: UInt64
  var voluntarySwitches: Int

  /// - Returns: nil where the system does not say.
  static var now: ProcessUsage? {
    var usage = rusage()
    #if os(Linux)
      let who = RUSAGE_SELF.rawValue
      let unit: UInt64 = 1_024
    #else
      let who = RUSAGE_SELF
      let unit: UInt64 = 1
    #endif
    guard getrusage(numericCast(who), &usage) == 0 else { return nil }
    return ProcessUsage(
      peakMemoryBytes: UInt64(usage.ru_maxrss) * unit, voluntarySwitches: Int(usage.ru_nvcsw))
  }
}
