import BenchHarness
import Foundation

/// The stored figures of the exact check: `exact.csv`, `allocations.csv`, and `suite.json`, which records their origin.
package struct GateBaseline: Sendable {
  private struct Origin: Codable {
    var schema = ResultsTables.schemaVersion
    let suite: ExactSuite
    /// Recorded because other compilers and systems allocate differently.
    let toolchain: String
    let rows: [String: Int]
  }

  /// The suite. In a stored baseline, it is as written in the settings, even with names that the program no longer has.
  package var suite: ExactSuite
  var toolchain = Build.platform
  let exact: ExactTable
  let allocations: ExactTable?

  private static let exactFile = "exact.csv"
  private static let allocationsFile = "allocations.csv"
  private static let originFile = "suite.json"

  package var hasAllocations: Bool { allocations != nil }
  package var trialCount: Int { exact.rows.count + (allocations?.rows.count ?? 0) }

  /// This baseline with the allocations and toolchain of `earlier`, for a machine that cannot count allocations.
  package func keepingAllocations(of earlier: GateBaseline) -> GateBaseline {
    GateBaseline(
      suite: suite, toolchain: earlier.toolchain, exact: exact, allocations: earlier.allocations)
  }

  /// Writes the baseline to `folder`, creating it if needed. A failure never leaves a mix of old and new tables.
  package func write(to folder: URL) throws {
    let tables =
      [(Self.exactFile, exact)] + (allocations.map { [(Self.allocationsFile, $0)] } ?? [])
    try FileManager.makeFolder(folder)
    // suite.json is removed first: without it, the other files do not count as a baseline.
    for name in [Self.originFile, Self.allocationsFile] {
      try FileManager.removeFile(folder.appendingPathComponent(name))
    }
    for (name, table) in tables { try table.csv.write(whole: folder.appendingPathComponent(name)) }
    let rows = Dictionary(uniqueKeysWithValues: tables.map { ($0, $1.rows.count) })
    try String.json(Origin(suite: suite, toolchain: toolchain, rows: rows))
      .write(whole: folder.appendingPathComponent(Self.originFile))
  }

  /// Throws if the suites differ in more than strategies and workloads; added or missing cells become findings later.
  func check(against other: GateBaseline, folder: String) throws {
    let differences = Difference.all(suite, other.suite).map(\.field)
      .filter { !$0.hasSuffix("strategies") && !$0.hasSuffix("workloads") }
    guard differences.isEmpty else {
      throw BenchError.badBaseline(
        folder: folder,
        cause: "was made by another suite, which differs in \(differences.joined(separator: ", "))."
          + " Recreate it with '\(ProgramName.text) gate accept'.")
    }
  }
}

extension GateBaseline {
  package init(folder: URL) throws {
    do {
      try self.init(reading: folder)
    } catch BenchError.badResults(let file, let line, let cause) {
      let name = URL(fileURLWithPath: file).lastPathComponent
      let origin = folder.appendingPathComponent(Self.originFile).path
      let accept = "'\(ProgramName.text) gate accept'"
      let (state, advice) =
        FileManager.default.fileExists(atPath: origin)
        ? (
          "broken", "Restore it ('git restore'): \(accept) would hide regressions."
        ) : ("missing", "Create it with \(accept).")
      throw BenchError.badBaseline(
        folder: folder.relativePath,
        cause: "is \(state): \(name)\(line.map { ", line \($0)" } ?? ""): \(cause) \(advice)")
    }
  }

  private init(reading folder: URL) throws {
    func contents(_ name: String) throws -> (Data, file: String) {
      let file = folder.appendingPathComponent(name)
      do {
        return (try Data(whole: file), file.relativePath)
      } catch  where error.isMissingFile {
        throw BenchError.badResults(file: file.relativePath, cause: "not found.")
      } catch {
        // Not reported as missing, because `gate accept` would then overwrite it.
        throw BenchError.cannotRead(path: file.relativePath, cause: error.fileCause + ".")
      }
    }
    func table(_ name: String, _ metrics: [String], _ count: Int?) throws -> ExactTable {
      let (data, file) = try contents(name)
      let table = try ExactTable(String(decoding: data, as: UTF8.self), file: file)
      let cause =
        table.rows.count != count
        ? "its number of rows is \(table.rows.count), not \(count ?? 0)."
        : table.metrics != metrics ? "its columns differ from those in \(Self.originFile)." : nil
      if let cause { throw BenchError.badResults(file: file, cause: cause) }
      return table
    }
    let (data, file) = try contents(Self.originFile)
    let known = ResultsTables.schemaVersion
    if let schema = data.schema, schema != known {
      throw BenchError.badBaseline(
        folder: folder.relativePath,
        cause: "is from another version of this program: it has schema \(schema), not \(known). "
          + "Recreate it with '\(ProgramName.text) gate accept', in a commit of its own.")
    }
    guard let origin = try? JSONDecoder().decode(Origin.self, from: data) else {
      throw BenchError.badResults(file: file, cause: "it does not describe a suite.")
    }
    (suite, toolchain) = (origin.suite, origin.toolchain)
    exact = try table(Self.exactFile, origin.suite.metrics, origin.rows[Self.exactFile])
    allocations = try origin.rows[Self.allocationsFile].map {
      try table(Self.allocationsFile, [Gate.allocationMetric], $0)
    }
  }
}
