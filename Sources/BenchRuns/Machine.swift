import BenchReport
import CBenchPlatform
import Foundation

/// Facts about this machine and checkout; nil if unknown.
package enum Machine {
  /// The version, the commit of the checkout that contains `program`, and the compiler. Runs git.
  package static func version(of program: String) -> String {
    let folder = (program as NSString).deletingLastPathComponent
    let commit = git(["rev-parse", "--short", "HEAD"], in: folder).map { commit in
      let isDirty = git(["status", "--porcelain"], in: folder)?.isEmpty == false
      return "commit \(commit)\(isDirty ? " with changes" : ""), "
    }
    return "\(Build.version) (\(commit ?? "")\(Build.compiler))"
  }

  static var system: String? {
    var name = utsname()
    guard uname(&name) == 0 else { return nil }
    func text<Field>(_ field: Field) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    return "\(text(name.sysname)) \(text(name.release)) \(text(name.machine))"
  }

  static var processor: String? {
    #if os(Linux) && !COALESCE_NO_PLATFORM
      text("/proc/cpuinfo")?.split(separator: "\n").first { $0.hasPrefix("model name") }?
        .split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
    #else
      cplatform_processor().map { String(cString: $0) }
    #endif
  }

  static var governor: String? {
    #if os(Linux) && !COALESCE_NO_PLATFORM
      text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
    #else
      nil
    #endif
  }

  static var cores: Int {
    max(Int(cplatform_available_cores()), ProcessInfo.processInfo.activeProcessorCount)
  }

  static var load: Double? {
    var load = 0.0
    return getloadavg(&load, 1) == 1 ? load : nil
  }

  static var memoryMiB: Int { Int(ProcessInfo.processInfo.physicalMemory / 1_048_576) }

  static func git(_ arguments: [String], in folder: String = ".") -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git", "-C", folder] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static func text(_ path: String) -> String? {
    (try? String(contentsOfFile: path, encoding: .utf8))?
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
