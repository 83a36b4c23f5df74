import CBenchPlatform
import Foundation

package enum ProcessMemory {
  /// This process's peak resident memory; nil if unknown. On Linux, `getrusage` cannot be used, because its maximum
  /// survives `exec`: a child would report its parent's peak.
  static var ownPeakBytes: UInt64? {
    #if os(Linux) && !COALESCE_NO_PLATFORM
      guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
        let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
        let kibibytes = line.split(separator: " ").dropLast().last.flatMap({ UInt64($0) })
      else { return nil }
      return kibibytes * 1_024
    #elseif canImport(Darwin)
      var usage = rusage()
      return getrusage(RUSAGE_SELF, &usage) == 0 ? UInt64(usage.ru_maxrss) : nil
    #else
      return nil
    #endif
  }

  package static func residentBytes(of process: pid_t) -> UInt64? {
    #if os(Linux) && !COALESCE_NO_PLATFORM
      guard let text = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8),
        let pages = text.split(separator: " ").dropFirst().first.flatMap({ UInt64($0) })
      else { return nil }
      return pages * UInt64(sysconf(Int32(_SC_PAGESIZE)))
    #else
      return UInt64(exactly: cplatform_resident_bytes(process))
    #endif
  }
}
