import BenchHarness
import Foundation

/// The stored figures that the exact check is compared with: `exact.csv`, `allocations.csv` and
/// `suite.json`, which says what made them.
package struct GateBaseline: Sendable {
  /// Grows by one with every change that an older reader would misread.
  static let schema = 1

  /// What made the tables, and how many rows they have.
  struct Origin: Codable, Equatable {
    var schema = GateBaseline.schema
    let suite: ExactSuite
    /// Of the allocations: other compilers and systems allocate otherwise.
    let toolchain: String
    let rows: [String: Int]
  }

  let suite: ExactSuite
  var toolchain = Build.platform
  let exact: ExactTable
  /// Nil where allocations were not counted.
  let allocations: ExactTable?

  static let exactFile = "exact.csv"
  static let allocationsFile = "allocations.csv"
  static let originFile = "suite.json"
}

extension GateBaseline {
  /// Reads the baseline in `folder`.
  /// - Throws: ``BenchError/badBaseline(folder:cause:)`` if it is missing, cut off, or of another
  ///   version; ``BenchError/cannotRead(path:cause:)``.
  package init(folder: URL) throws { try self.init(Reader(folder: folder, isEvidence: false)) }

  /// Reads the figures that lie in `folder`, of a baseline or of a candidate, as a part of evidence.
  /// - Throws: ``BenchError/badEvidence(file:line:cause:)`` where the other is a bad baseline;
  ///   ``BenchError/cannotRead(path:cause:)``.
  package init(evidence folder: URL) throws {
    try self.init(Reader(folder: folder, isEvidence: true))
  }

  private init(_ reader: Reader) throws {
    let origin = try reader.origin()
    suite = origin.suite
    toolchain = origin.toolchain
    exact = try reader.table(Self.exactFile, origin.suite.metrics, of: origin)
    allocations =
      origin.rows[Self.allocationsFile] == nil
      ? nil : try reader.table(Self.allocationsFile, [Gate.allocationMetric], of: origin)
  }

  /// Writes the baseline to `folder`, which is made where it is missing; the whole of it or nothing.
  package func write(to folder: URL) throws {
    var rows = [Self.exactFile: exact.rows.count]
    if let allocations { rows[Self.allocationsFile] = allocations.rows.count }
    let origin = Origin(suite: suite, toolchain: toolchain, rows: rows)
    try BenchError.writing(folder.path) {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try StagedFile.replace(
        [
          (Self.exactFile, Data(exact.csv.utf8)),
          (Self.allocationsFile, allocations.map { Data($0.csv.utf8) }),
          (Self.originFile, JSONEncoder.readable.encode(origin) + Data("\n".utf8)),
        ], in: folder)
    }
  }

  /// This with the allocations of `earlier`, which were counted where they could be.
  package func keepingAllocations(of earlier: GateBaseline) -> GateBaseline {
    GateBaseline(
      suite: suite, toolchain: earlier.toolchain, exact: exact, allocations: earlier.allocations)
  }

  package var hasAllocations: Bool { allocations != nil }

  package var trialCount: Int { exact.rows.count + (allocations?.rows.count ?? 0) }

  /// What differs between the suite that made this and `other`, in words; lists of strategies and
  /// workloads may, for cells that appear or disappear are found one by one.
  func differences(from other: ExactSuite) -> [String] {
    let parts: [(String, Bool)] = [
      ("seeds", suite.seeds == other.seeds), ("costs of the view", suite.costs == other.costs),
      ("hop", suite.hopNanoseconds == other.hopNanoseconds),
      ("metrics", suite.metrics == other.metrics),
      (
        "allocation pass",
        suite.allocations?.seed == other.allocations?.seed
          && suite.allocations?.costs == other.allocations?.costs
      ),
    ]
    return parts.filter { !$0.1 }.map(\.0)
  }

  fileprivate static let remedy =
    "Make it again with '\(ProgramName.text) gate accept', and look at the difference."

  /// Whether this, which lies in `folder`, lacks a figure that `other` has.
  func checkFigures(against other: GateBaseline, folder: String) throws {
    let tables =
      [(Self.exactFile, exact, other.exact)]
      + [(Self.allocationsFile, allocations, other.allocations)].compactMap { name, own, other in
        own.flatMap { own in other.map { (name, own, $0) } }
      }
    for (name, own, other) in tables {
      do {
        try own.checkFigures(against: other)
      } catch {
        throw BenchError.badBaseline(
          folder: folder, cause: "is broken: \(name) \(error.text) \(Self.remedy)")
      }
    }
  }
}

/// Reads a baseline or, as a part of evidence, the figures of either side.
private struct Reader {
  let folder: URL
  let isEvidence: Bool

  func origin() throws -> GateBaseline.Origin {
    let (name, schema) = (GateBaseline.originFile, GateBaseline.schema)
    guard let data = try contents(name) else {
      throw bad(name, "is not there.", "is missing: there is no \(name).")
    }
    if let version = try? JSONDecoder().decode(Version.self, from: data), version.schema != schema {
      let words = "is of schema \(version.schema), and this program reads schema \(schema)."
      throw bad(name, words, words)
    }
    guard let origin = try? JSONDecoder().decode(GateBaseline.Origin.self, from: data) else {
      throw bad(name, "says no suite.", "is broken: \(name) says no suite.")
    }
    return origin
  }

  func table(
    _ name: String, _ metrics: [String], of origin: GateBaseline.Origin
  ) throws -> ExactTable {
    guard let data = try contents(name) else {
      throw bad(name, "is not there.", "is incomplete: \(name) is missing.")
    }
    do {
      let table = try ExactTable(String(decoding: data, as: UTF8.self))
      guard table.rows.count == origin.rows[name] else {
        throw ExactTable.Malformed(
          text: "has \(table.rows.count) rows where \(origin.rows[name] ?? 0) were written.")
      }
      guard table.columns == [ExactTable.outcome] + metrics else {
        throw ExactTable.Malformed(text: "has other columns than \(GateBaseline.originFile) says.")
      }
      return table
    } catch let malformed as ExactTable.Malformed {
      throw bad(name, malformed.text, "is broken: \(name) \(malformed.text)")
    }
  }

  /// What is wrong with the file `name`: in evidence it, in a baseline the whole of it.
  private func bad(_ name: String, _ file: String, _ baseline: String) -> BenchError {
    isEvidence
      ? .badEvidence(
        file: folder.appendingPathComponent(name).relativePath, line: nil,
        cause: "it \(file) Run the gate again.")
      : .badBaseline(folder: folder.relativePath, cause: "\(baseline) \(GateBaseline.remedy)")
  }

  /// A file of the folder; nil where it is missing. One that cannot be read is not: who made the baseline
  /// anew would lose it.
  private func contents(_ name: String) throws -> Data? {
    let file = folder.appendingPathComponent(name)
    do {
      return try Data(whole: file)
    } catch {
      if error.isMissingFile { return nil }
      throw BenchError.cannotRead(path: file.relativePath, cause: error.fileCause + ".")
    }
  }

  private struct Version: Codable {
    let schema: Int
  }
}
