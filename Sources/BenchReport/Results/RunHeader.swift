import BenchHarness
import Foundation

/// `environment.json`: a run's options, machine and build. Decides which runs can be resumed, merged or compared.
@dynamicMemberLookup
package struct RunHeader: Equatable, Sendable {
  package var options: RunOptions
  package var origin: Origin

  /// In virtual time, fields that could differ between equal runs stay nil.
  package struct Origin: Codable, Equatable, Sendable {
    package var schema = ResultsTables.schemaVersion
    package var date: Date?
    /// The command line, in which the program has no path, because that may be private.
    package var command: [String]
    package var time: TimeMode
    /// The program's digest; nil in virtual time and in a gate.
    package var build: String?
    package var toolchain = Build.compiler
    package var isOptimised = Build.isOptimised
    package var commit: String?
    package var isDirty: Bool?
    /// Read from ``Machine`` at the start of the run.
    package var system: String?
    package var processor: String?
    package var cores: Int?
    package var governor: String?
    package var load: Double?
    package var memoryMiB: Int?
    package var jemalloc: String?
    package var selfTest: SelfTest?
    /// The work of a reload, calibrated once for all trials.
    package var work: ReloadWork?
    package var warnings: [String]?
    /// The headers of the runs that were merged.
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

  /// Tests the machine and keeps the warnings. Call it only on the main thread of a synchronous program.
  package mutating func testMachine(_ work: ReloadWork) {
    let test = SelfTest.run(work: work, load: origin.load)
    let warnings = test.warnings(cores: origin.cores ?? 1, isOptimised: origin.isOptimised)
    (origin.work, origin.selfTest) = (work, test)
    origin.warnings = (origin.warnings ?? []) + warnings
  }

  package var allWarnings: [String] {
    ((origin.warnings ?? []) + (origin.parts ?? []).flatMap(\.allWarnings)).distinct
  }

  /// Whether there is any warning besides the one that jemalloc is missing, which does not skew timings.
  package var isBusy: Bool { allWarnings.contains { $0 != Jemalloc.advice } }

  /// Differences in time mode, build and options, which prevent joining runs; with `onOneMachine`, also in the machine.
  package func differences(from other: RunHeader, onOneMachine: Bool = true) -> [String] {
    let deciding = ["time", "build"] + (onOneMachine ? ["system", "processor", "cores"] : [])
    let differences =
      Difference.all(options, other.options)
      + Difference.all(origin, other.origin).filter { deciding.contains($0.field) }
    return differences.map { $0.field == "build" ? "build of the program" : $0.text }
  }

  /// Takes over the date, load, self-test and warnings of an earlier header, and adds the new warnings.
  package mutating func goOn(from earlier: RunHeader) {
    (origin.date, origin.load) = (earlier.date, earlier.load)
    origin.selfTest = earlier.selfTest ?? origin.selfTest
    let before = earlier.warnings ?? []
    origin.warnings = before + (origin.warnings ?? []).filter { !before.contains($0) }
  }
}

// In JSON, the members of `options` and `origin` share one object.
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
    let data = try Data(results: file)
    let known = ResultsTables.schemaVersion
    if let schema = data.schema, schema != known {
      throw BenchError.badResults(
        file: file.path, cause: "it has schema \(schema); this program reads \(known).")
    }
    do {
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .iso8601
      return try decoder.decode(RunHeader.self, from: data)
    } catch {
      throw BenchError.badResults(
        file: file.path,
        cause: "this version cannot read it: \(error.jsonCause)")
    }
  }

  package func json() throws -> String {
    let encoder = JSONEncoder.readable
    encoder.dateEncodingStrategy = .iso8601
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}

extension Data {
  private struct Version: Decodable { let schema: Int }

  /// The schema of a JSON object, whatever else the object holds; nil if it has none.
  var schema: Int? { (try? JSONDecoder().decode(Version.self, from: self))?.schema }
}
