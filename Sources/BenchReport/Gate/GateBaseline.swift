import BenchHarness
import Foundation

/// The stored figures that the exact check is compared with: `exact.csv`, `allocations.csv` and
/// `suite.json`, which says what made them.
package struct GateBaseline: Sendable {
  /// `suite.json`: what made the tables, and how many rows they have.
  private struct Origin: Codable {
    var schema = ResultsTables.schemaVersion
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

  private static let exactFile = "exact.csv"
  private static let allocationsFile = "allocations.csv"
  private static let originFile = "suite.json"

  package var hasAllocations: Bool { allocations != nil }

  package var trialCount: Int { exact.rows.count + (allocations?.rows.count ?? 0) }

  /// This with the allocations of `earlier`, which were counted where they could be.
  package func keepingAllocations(of earlier: GateBaseline) -> GateBaseline {
    GateBaseline(
      suite: suite, toolchain: earlier.toolchain, exact: exact, allocations: earlier.allocations)
  }

  /// Writes the baseline to `folder`, which is made where it is missing. Where that fails, there is no baseline.
  package func write(to folder: URL) throws {
    var rows = [Self.exactFile: exact.rows.count]
    if let allocations { rows[Self.allocationsFile] = allocations.rows.count }
    let origin = Origin(suite: suite, toolchain: toolchain, rows: rows)
    try BenchError.writing(folder.path) {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    let files = [Self.exactFile, Self.allocationsFile, Self.originFile].map {
      folder.appendingPathComponent($0)
    }
    // Without the last, the others are no baseline.
    for file in files.suffix(2).reversed() { try FileManager.removeFile(file) }
    try exact.csv.write(whole: files[0])
    try allocations?.csv.write(whole: files[1])
    try String.json(origin).write(whole: files[2])
  }

  /// Refuses to be compared with `other` where another suite made this, or a figure of it is gone. Lists
  /// of strategies and workloads may differ: cells that appear or disappear are found one by one.
  /// - Throws: ``BenchError/badBaseline(folder:cause:)``.
  func check(against other: GateBaseline, folder: String) throws {
    var asked = other.suite
    (asked.strategies, asked.workloads) = (suite.strategies, suite.workloads)
    if let own = suite.allocations {
      asked.allocations?.strategies = own.strategies
      asked.allocations?.workloads = own.workloads
    }
    let differences = Difference.all(suite, asked).map(\.field)
    guard differences.isEmpty else {
      throw BenchError.badBaseline(
        folder: folder,
        cause: "was made by another suite, which differs in \(differences.joined(separator: ", "))."
          + " Make it again with '\(ProgramName.text) gate accept'.")
    }
    try Self.readingBaseline(folder) {
      try exact.checkFigures(against: other.exact, file: Self.exactFile)
      if let counted = other.allocations {
        try allocations?.checkFigures(against: counted, file: Self.allocationsFile)
      }
    }
  }
}

extension GateBaseline {
  /// Reads the baseline in `folder`.
  /// - Throws: ``BenchError/badBaseline(folder:cause:)`` if it is missing, cut off, or of another
  ///   version; ``BenchError/cannotRead(path:cause:)``.
  package init(folder: URL) throws {
    self = try Self.readingBaseline(folder.relativePath) { try GateBaseline(reading: folder) }
  }

  /// - Throws: ``BenchError/badResults(file:line:cause:)``, ``BenchError/cannotRead(path:cause:)``.
  private init(reading folder: URL) throws {
    func bad(_ file: String, _ cause: String) -> BenchError {
      .badResults(file: file, line: nil, cause: cause)
    }
    func table(_ name: String, _ metrics: [String], _ count: Int?) throws -> ExactTable {
      let (data, file) = try Self.contents(of: name, in: folder)
      let table = try ExactTable(String(decoding: data, as: UTF8.self), file: file)
      guard table.rows.count == count else {
        throw bad(file, "it has \(table.rows.count) rows where \(count ?? 0) were written.")
      }
      guard table.columns == [ExactTable.outcome] + metrics else {
        throw bad(file, "it has other columns than \(Self.originFile) says.")
      }
      return table
    }
    let (data, file) = try Self.contents(of: Self.originFile, in: folder)
    let schema = ResultsTables.schemaVersion
    guard let origin = try? JSONDecoder().decode(Origin.self, from: data), origin.schema == schema
    else { throw bad(file, "it holds no suite of schema \(schema), which this program reads.") }
    (suite, toolchain) = (origin.suite, origin.toolchain)
    exact = try table(Self.exactFile, origin.suite.metrics, origin.rows[Self.exactFile])
    allocations = try origin.rows[Self.allocationsFile].map {
      try table(Self.allocationsFile, [Gate.allocationMetric], $0)
    }
  }

  /// A file of `folder`, and its path for messages. One that is there and cannot be read is not taken for
  /// missing: whoever made the baseline anew would lose it.
  private static func contents(of name: String, in folder: URL) throws -> (Data, file: String) {
    let file = folder.appendingPathComponent(name)
    do {
      return (try Data(whole: file), file.relativePath)
    } catch  where error.isMissingFile {
      throw BenchError.badResults(file: file.relativePath, line: nil, cause: "it is not there.")
    } catch {
      throw BenchError.cannotRead(path: file.relativePath, cause: error.fileCause + ".")
    }
  }

  /// Whatever is wrong with a file is wrong with the baseline as a whole.
  private static func readingBaseline<Result>(
    _ folder: String, _ read: () throws -> Result
  ) throws -> Result {
    do {
      return try read()
    } catch BenchError.badResults(let file, let line, let cause) {
      let name = URL(fileURLWithPath: file).lastPathComponent
      let origin = URL(fileURLWithPath: folder).appendingPathComponent(originFile).path
      let isThere = FileManager.default.fileExists(atPath: origin)
      let advice =
        isThere
        ? "Restore it ('git restore'): '\(ProgramName.text) gate accept' would take over whatever got worse."
        : "Make it with '\(ProgramName.text) gate accept'."
      throw BenchError.badBaseline(
        folder: folder,
        cause: "is \(isThere ? "broken" : "missing"): \(name)\(line.map { ", line \($0)" } ?? ""): "
          + "\(cause) \(advice)")
    }
  }
}
