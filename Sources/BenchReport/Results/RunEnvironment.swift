import BenchHarness
import CBenchPlatform
import Foundation

/// Where a run was made: what one has to know to read its figures.
package struct RunEnvironment: Codable, Sendable {
  /// The schema of the results.
  package var schema = ResultsTables.schemaVersion
  /// When the run began; nil in virtual time, whose results depend on nothing but its arguments.
  package var date: Date?
  /// The command that made the run, the program by its name alone: where it lay is nobody's business.
  package var command: [String]
  /// Real or virtual.
  package var time: TimeMode
  /// The seed of the run.
  package var seed: UInt64
  /// What the view's work cost.
  package var costs: CostModel
  /// Virtual time: what waking an idle main or queue cost, in nanoseconds.
  package var hopNanoseconds: UInt64?
  /// What is replayed of the trace, as a digest; nil without one.
  package var trace: String?
  /// Operating system, kernel and architecture.
  package var system: String?
  /// The processor's name, cores there are and cores this process may use.
  package var processor: String?
  /// Cores this process may use.
  package var cores: Int?
  /// The governor of the processor's frequency.
  package var governor: String?
  /// Processes ready to run in the last minute, when the run began.
  package var load: Double?
  /// Memory in MiB.
  package var memoryMiB: Int?
  /// The compiler that built this program.
  package var toolchain: String
  /// Whether this program was built with optimisation.
  package var isOptimised: Bool
  /// The commit of the current folder.
  package var commit: String?
  /// Whether the current folder had changes that are in no commit.
  package var isDirty: Bool?

  /// What the machine could do before the run; real time only.
  package var selfTest: SelfTest?
  /// The calibrated work that all trials share; real time only.
  package var work: ReloadWork?
  /// What may distort the figures, and what to do about it; real time only.
  package var warnings: [String]?
  /// The allocation counter's library; nil where it is missing.
  package var jemalloc: String?
  /// What has to be the same for a run to be resumed; real time only.
  package var signature: RunSignature?
  /// The environments of the parts that a run was merged from; nil where it ran on one machine.
  package var parts: [RunEnvironment]?

  /// What there is to know of this machine; `time` virtual leaves out whatever changes by itself.
  package init(_ settings: RunSettings, time: TimeMode, command: [String]) {
    self.time = time
    self.command =
      command.prefix(1).map { ($0 as NSString).lastPathComponent } + command.dropFirst()
    seed = settings.seed
    costs = settings.costs
    toolchain = Self.compiler
    isOptimised = Self.optimised
    trace = settings.trace.map { RunSignature.digest($0.data) }
    guard time == .real else {
      hopNanoseconds = settings.hop.wholeNanoseconds
      return
    }
    date = Date()
    system = Self.kernel()
    processor = Self.field("model name", of: "/proc/cpuinfo")
    cores = max(Int(cplatform_available_cores()), ProcessInfo.processInfo.activeProcessorCount)
    governor = Self.text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
    load = Self.text("/proc/loadavg")?.split(separator: " ").first.flatMap { Double($0) }
    memoryMiB = Int(ProcessInfo.processInfo.physicalMemory / 1_048_576)
    commit = Self.git(["rev-parse", "HEAD"])
    isDirty = Self.git(["status", "--porcelain"]).map { !$0.isEmpty }
    jemalloc = Jemalloc.path
    warnings = jemalloc == nil ? [Jemalloc.advice] : []
  }

  /// Takes in the self-test and what it warns of.
  package mutating func take(_ test: SelfTest) {
    selfTest = test
    warnings =
      (warnings ?? []) + test.warnings(load: load, cores: cores ?? 1, isOptimised: isOptimised)
  }

  /// What may distort the figures, of its parts too.
  package var allWarnings: [String] {
    ((warnings ?? []) + (parts ?? []).flatMap(\.allWarnings)).distinct
  }

  /// Whether the machine is not what trials need. That no allocations are counted distorts no time.
  package var isBusy: Bool { allWarnings.contains { $0 != Jemalloc.advice } }

  /// What differs between this machine and that of `other`, in words; empty where nothing does.
  package func differences(from other: RunEnvironment) -> [String] {
    let parts: [(String, Bool)] = [
      ("system", system == other.system), ("processor", processor == other.processor),
      ("number of cores", cores == other.cores),
    ]
    return parts.filter { !$0.1 }.map(\.0)
  }

  /// Keeps what was known when the run began, and adds what it is warned of now.
  package mutating func goOn(from earlier: RunEnvironment) {
    date = earlier.date
    load = earlier.load
    selfTest = earlier.selfTest ?? selfTest
    let before = earlier.warnings ?? []
    warnings = before + (warnings ?? []).filter { !before.contains($0) }
  }

  /// Reads `environment.json` in `folder`.
  /// - Throws: ``BenchError/badResults(file:line:cause:)``.
  package static func read(_ folder: URL) throws -> RunEnvironment {
    let file = folder.appendingPathComponent("environment.json")
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let data = try Data(results: file)
    if let other = (try? decoder.decode(Version.self, from: data))?.other {
      throw BenchError.badResults(
        file: file.path, line: nil,
        cause: "it has schema \(other); this program reads \(ResultsTables.schemaVersion).")
    }
    do {
      return try decoder.decode(RunEnvironment.self, from: data)
    } catch {
      throw BenchError.badResults(
        file: file.path, line: nil, cause: "it is not the environment of a run: \(error.jsonCause)")
    }
  }

  /// What is read of an environment whatever its schema.
  private struct Version: Decodable {
    let schema: Int
    let parts: [Version]?

    /// The first schema, of it or of its parts, that this program does not read.
    var other: Int? {
      schema == ResultsTables.schemaVersion
        ? parts?.lazy.compactMap(\.other).first : schema
    }
  }

  /// As JSON with sorted keys.
  package func json() throws -> String {
    let encoder = JSONEncoder.readable
    encoder.dateEncodingStrategy = .iso8601
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }

  /// The program's version, the commit of the checkout that `program` lies in, if it does, and the
  /// compiler. It asks git, which takes milliseconds.
  package static func version(of program: String) -> String {
    let folder = (program as NSString).deletingLastPathComponent
    let commit = git(["rev-parse", "--short", "HEAD"], in: folder).map { commit in
      let isDirty = git(["status", "--porcelain"], in: folder)?.isEmpty == false
      return "commit \(commit)\(isDirty ? " with changes" : ""), "
    }
    return "\(versionNumber) (\(commit ?? "")\(compiler))"
  }

  /// The version of this package; CHANGELOG.md says what it brought.
  package static let versionNumber = "0.1.0"

  /// What decides how much a program allocates: compiler, system and architecture.
  package static var platform: String {
    #if os(Linux)
      let system = "Linux"
    #else
      let system = "Darwin"
    #endif
    #if arch(x86_64)
      let architecture = "x86_64"
    #else
      let architecture = "arm64"
    #endif
    return "\(compiler), \(system) \(architecture)" + (optimised ? "" : ", not optimised")
  }

  /// The compiler has no name for its whole version in a program's text.
  private static var compiler: String {
    #if compiler(>=6.4)
      "Swift 6.4 or newer"
    #elseif compiler(>=6.3)
      "Swift 6.3"
    #else
      "Swift 6.2"
    #endif
  }

  private static var optimised: Bool {
    #if DEBUG
      false
    #else
      true
    #endif
  }

  private static func kernel() -> String? {
    var name = utsname()
    guard uname(&name) == 0 else { return nil }
    func text<Field>(_ field: Field) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    return "\(text(name.sysname)) \(text(name.release)) \(text(name.machine))"
  }

  private static func text(_ path: String) -> String? {
    (try? String(contentsOfFile: path, encoding: .utf8))?
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static func field(_ name: String, of path: String) -> String? {
    text(path)?.split(separator: "\n").first { $0.hasPrefix(name) }?
      .split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private static func git(_ arguments: [String], in folder: String = ".") -> String? {
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
}
