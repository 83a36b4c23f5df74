import BenchHarness
import Foundation

/// `environment.json`: all there is to know of a run besides its trials. Resuming, merging and comparing
/// are comparisons of two of these.
@dynamicMemberLookup
package struct RunHeader: Equatable, Sendable {
  package var options: RunOptions
  package var origin: Origin

  /// When, where and by what a run was made. In virtual time it leaves out whatever changes by itself.
  package struct Origin: Codable, Equatable, Sendable {
    package var schema = ResultsTables.schemaVersion
    package var date: Date?
    /// The command that made the run, the program by its name alone, because its path may be private.
    package var command: [String]
    package var time: TimeMode
    /// The program, as a digest; nil in virtual time.
    package var build: String?
    package var toolchain = Build.compiler
    package var isOptimised = Build.isOptimised
    /// The commit of the current folder, and whether it had changes that are in no commit.
    package var commit: String?
    package var isDirty: Bool?
    /// What ``Machine`` said when the run began.
    package var system: String?
    package var processor: String?
    package var cores: Int?
    package var governor: String?
    package var load: Double?
    package var memoryMiB: Int?
    /// The allocation counter's library; nil where it is missing.
    package var jemalloc: String?
    /// What the machine could do before the run.
    package var selfTest: SelfTest?
    /// The calibrated work that all trials share.
    package var work: ReloadWork?
    /// What may distort the figures, and what to do about it.
    package var warnings: [String]?
    /// The headers of the parts that a run was merged from; nil where it ran on one machine.
    package var parts: [RunHeader]?
  }

  package subscript<Value>(dynamicMember path: WritableKeyPath<RunOptions, Value>) -> Value {
    get { options[keyPath: path] }
    set { options[keyPath: path] = newValue }
  }

  package subscript<Value>(dynamicMember path: WritableKeyPath<Origin, Value>) -> Value {
    get { origin[keyPath: path] }
    set { origin[keyPath: path] = newValue }
  }

  /// The header of a run that begins now. In real time it says what there is to know of this machine.
  package init(_ settings: RunSettings, time: TimeMode, command: [String]) {
    options = settings.options
    options.hopNanoseconds = time == .virtual ? settings.hop.wholeNanoseconds : nil
    let program = command.prefix(1).map { ($0 as NSString).lastPathComponent }
    origin = Origin(command: program + command.dropFirst(), time: time)
    guard time == .real else { return }
    origin.date = Date()
    (origin.system, origin.processor) = (Machine.system, Machine.processor)
    (origin.cores, origin.memoryMiB) = (Machine.cores, Machine.memoryMiB)
    (origin.governor, origin.load) = (Machine.governor, Machine.load)
    origin.commit = Machine.git(["rev-parse", "HEAD"])
    origin.isDirty = Machine.git(["status", "--porcelain"]).map { !$0.isEmpty }
    origin.jemalloc = Jemalloc.path
    origin.warnings = origin.jemalloc == nil ? [Jemalloc.advice] : []
  }

  /// Tests the machine with the work that all trials share, and keeps what may distort them. On the main thread of
  /// a synchronous program only.
  /// - Throws: ``BenchError/noClock(name:)``.
  package mutating func testMachine(_ work: ReloadWork) throws {
    let test = try SelfTest.run(work: work, load: origin.load)
    (origin.work, origin.selfTest) = (work, test)
    origin.warnings =
      (origin.warnings ?? [])
      + test.warnings(cores: origin.cores ?? 1, isOptimised: origin.isOptimised)
  }

  /// What may distort the figures, of its parts too.
  package var allWarnings: [String] {
    ((origin.warnings ?? []) + (origin.parts ?? []).flatMap(\.allWarnings)).distinct
  }

  /// Whether the machine is not what trials need. That no allocations are counted distorts no time.
  package var isBusy: Bool { allWarnings.contains { $0 != Jemalloc.advice } }

  /// What differs from `other` of what the trials of one run must have in common, in words; of a run that
  /// goes on, the machine too.
  package func differences(from other: RunHeader, onOneMachine: Bool = true) -> [String] {
    func essence(_ header: RunHeader) -> RunHeader {
      var essence = header
      essence.origin = Origin(command: [], time: header.time)
      essence.origin.toolchain = ""
      essence.origin.build = header.build
      if onOneMachine {
        essence.origin.system = header.system
        essence.origin.processor = header.processor
        essence.origin.cores = header.cores
      }
      return essence
    }
    let (own, others) = (essence(self), essence(other))
    let differences =
      Difference.all(own.options, others.options) + Difference.all(own.origin, others.origin)
    return differences.map { $0.field == "build" ? "build of the program" : $0.text }
  }

  /// Keeps what was known when the run began, and adds what it is warned of now.
  package mutating func goOn(from earlier: RunHeader) {
    origin.date = earlier.date
    origin.load = earlier.load
    origin.selfTest = earlier.selfTest ?? origin.selfTest
    let before = earlier.warnings ?? []
    origin.warnings = before + (origin.warnings ?? []).filter { !before.contains($0) }
  }
}

// The fields of both lie side by side in JSON.
extension RunHeader: Codable {
  package init(from decoder: any Decoder) throws {
    origin = try Origin(from: decoder)
    options = try RunOptions(from: decoder)
  }

  package func encode(to encoder: any Encoder) throws {
    try options.encode(to: encoder)
    try origin.encode(to: encoder)
  }

  package static func read(_ folder: URL) throws -> RunHeader {
    let file = folder.appendingPathComponent("environment.json")
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let data = try Data(results: file)
    let known = ResultsTables.schemaVersion
    if let schema = try? decoder.decode(Version.self, from: data).schema, schema != known {
      throw BenchError.badResults(
        file: file.path, line: nil,
        cause: "it has schema \(schema); this program reads \(known).")
    }
    do {
      return try decoder.decode(RunHeader.self, from: data)
    } catch {
      throw BenchError.badResults(
        file: file.path, line: nil,
        cause: "it is not the environment of a run of this version: \(error.jsonCause)")
    }
  }

  /// What is read of a header whatever its schema.
  private struct Version: Decodable {
    let schema: Int
  }

  package func json() throws -> String {
    let encoder = JSONEncoder.readable
    encoder.dateEncodingStrategy = .iso8601
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}
