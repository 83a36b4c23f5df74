import Foundation

/// Resident memory of a process.
enum ProcessMemory {
  /// The most that this process ever had resident, in bytes; nil where the system does not say.
  ///
  /// Not from `getrusage` on Linux, whose maximum outlives `exec`: a child would report its parent's.
  static var ownPeakBytes: UInt64? {
    #if os(Linux)
      guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
        let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
        let kibibytes = line.split(separator: " ").dropLast().last.flatMap({ UInt64($0) })
      else { return nil }
      return kibibytes * 1_024
    #else
      var usage = rusage()
      return getrusage(RUSAGE_SELF, &usage) == 0 ? UInt64(usage.ru_maxrss) : nil
    #endif
  }

  /// In bytes; nil where the system does not say, or the process is gone.
  static func residentBytes(of process: pid_t) -> UInt64? {
    #if os(Linux)
      guard let text = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8),
        let pages = text.split(separator: " ").dropFirst().first.flatMap({ UInt64($0) })
      else { return nil }
      return pages * UInt64(sysconf(Int32(_SC_PAGESIZE)))
    #else
      return nil
    #endif
  }
}
