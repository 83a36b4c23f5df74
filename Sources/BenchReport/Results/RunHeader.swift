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
    /// The command line, in which the program has no path.
    package var command: [String]
    package var time: TimeMode
    /// Whether the folder holds the evidence of a gate; nil for a run.
    package var isGate: Bool?
    /// The program's digest; nil in virtual time and in a gate.
    package var build: String?
    package var toolchain = Build.compiler
    package var isOptimised = Build.isOptimised
    package var isDirty: Bool?
    package var commit, system, processor, governor, jemalloc: String?
    package var cores, memoryMiB: Int?
    package var load: Double?
    package var selfTest: SelfTest?
    package var work: ReloadWork?
    package var warnings: [String]?
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

  /// The header of a run, without what is measured of the machine in real time.
  package init(_ settings: RunSettings, time: TimeMode, command: [String]) {
    options = settings.options
    if time == .real { options.hopNanoseconds = nil }
    origin = Origin(command: Self.withoutPath(command), time: time)
  }

  /// The command line without the path of the program, which may be private.
  package static func withoutPath(_ command: [String]) -> [String] {
    command.prefix(1).map { ($0 as NSString).lastPathComponent } + command.dropFirst()
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

  /// Takes over the command, date, load, self-test and warnings of an earlier header, and adds the new warnings.
  package mutating func goOn(from earlier: RunHeader) {
    origin.command = earlier.command
    origin.date = earlier.date
    origin.load = earlier.load
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

  /// Reads the contents of `environment.json`; `file` is for messages.
  package init(_ data: Data, file: String) throws {
    func bad(_ cause: String) -> BenchError { .badResults(file: file, cause: cause) }
    let known = ResultsTables.schemaVersion
    if let schema = data.schema, schema != known {
      throw bad("it has schema \(schema); this program reads \(known).")
    }
    do {
      let decoder = JSONDecoder()
      decoder.dateDecodingStrategy = .iso8601
      self = try decoder.decode(RunHeader.self, from: data)
    } catch {
      throw bad("this version cannot read it: \(error.jsonCause)")
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
  package var schema: Int? { (try? JSONDecoder().decode(Version.self, from: self))?.schema }
}
