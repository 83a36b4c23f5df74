import Foundation

/// The processor's clocks: CPU time, not wall time. All in nanoseconds.
enum Clocks {
  /// CPU time of the calling thread; about 0.5 µs a call.
  static var threadCPU: UInt64 { read(CLOCK_THREAD_CPUTIME_ID) }

  /// CPU time of the process, all threads.
  static var processCPU: UInt64 { read(CLOCK_PROCESS_CPUTIME_ID) }

  /// - Throws: ``HarnessError/noClock(name:)`` if one of them cannot be read.
  static func check() throws {
    for (name, clock) in [
      ("thread CPU time", CLOCK_THREAD_CPUTIME_ID), ("process CPU time", CLOCK_PROCESS_CPUTIME_ID),
    ] where time(clock) == nil {
      throw HarnessError.noClock(name: name)
    }
  }

  /// The time of `clock`; nil if the system cannot read it.
  static func time(_ clock: clockid_t) -> UInt64? {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else { return nil }
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  private static func read(_ clock: clockid_t) -> UInt64 {
    guard let time = time(clock) else {
      preconditionFailure("Clocks are checked before a run; clock \(clock) cannot be read.")
    }
    return time
  }
}

/// What the kernel counted for this process.
enum ProcessUsage {
  /// How often a thread of it went to sleep; nil where the system does not say.
  static var voluntarySwitches: Int? {
    var usage = rusage()
    #if os(Linux)
      let who = __rusage_who_t(RUSAGE_SELF.rawValue)
    #else
      let who = RUSAGE_SELF
    #endif
    return getrusage(who, &usage) == 0 ? Int(usage.ru_nvcsw) : nil
  }
}
