import BenchHarness
import BenchReport
import Foundation

private let (exactFile, allocationsFile) = ("exact.csv", "allocations.csv")
/// Without this file, which is written last, the others do not count as a baseline.
private let originFile = "suite.json"

extension GateBaseline {
  private struct Origin: Codable {
    var schema = ResultsTables.schemaVersion
    let suite: ExactSuite
    let toolchain: String
    let rows: [String: Int]
  }

  /// Writes the baseline to `folder`, creating it if needed. A failure never leaves a mix of old and new tables.
  func write(to folder: URL) throws {
    let tables = [(exactFile, exact)] + (allocations.map { [(allocationsFile, $0)] } ?? [])
    let rows = Dictionary(uniqueKeysWithValues: tables.map { ($0, $1.rowCount) })
    let origin = Origin(suite: suite, toolchain: toolchain, rows: rows)
    try FileManager.makeFolder(folder)
    for name in [originFile, allocationsFile] {
      try FileManager.removeFile(folder.appending(path: name))
    }
    for (name, text) in try tables.map({ ($0, $1.csv) }) + [(originFile, .json(origin))] {
      try text.write(whole: folder.appending(path: name))
    }
  }

  /// - Throws: ``BenchError/badBaseline(folder:cause:)`` if a file is missing or not as ``write(to:)`` makes it.
  package init(folder: URL) throws {
    do {
      try self.init(files: folder)
    } catch BenchError.badResults(let name, let line, let cause) {
      let isThere = FileManager.default.fileExists(atPath: folder.appending(path: originFile).path)
      let accept = "'\(ProgramName.text) gate accept'"
      let advice =
        isThere
        ? "Restore it ('git restore'): \(accept) would hide regressions."
        : "Create it with \(accept)."
      throw BenchError.badBaseline(
        folder: folder.relativePath,
        cause: "is \(isThere ? "broken" : "missing"): \(name)\(line.map { ", line \($0)" } ?? ""): "
          + "\(cause) \(advice)")
    }
  }

  private init(files folder: URL) throws {
    func data(_ name: String) throws -> Data {
      let file = folder.appending(path: name)
      do {
        return try Data(whole: file)
      } catch  where error.isMissingFile {
        throw BenchError.badResults(file: name, cause: "not found.")
      } catch {
        // Not reported as missing, because `gate accept` would then overwrite it.
        throw BenchError.cannotRead(path: file.relativePath, cause: error.fileCause + ".")
      }
    }
    func table(_ name: String, _ metrics: [String], _ count: Int?) throws -> ExactTable {
      let table = try ExactTable(String(decoding: data(name), as: UTF8.self), file: name)
      let cause =
        table.rowCount != count
        ? "its number of rows is \(table.rowCount), not \(count ?? 0)."
        : table.metrics != metrics ? "its columns differ from those in \(originFile)." : nil
      if let cause { throw BenchError.badResults(file: name, cause: cause) }
      return table
    }
    let (file, known) = (try data(originFile), ResultsTables.schemaVersion)
    if let schema = file.schema, schema != known {
      throw BenchError.badBaseline(
        folder: folder.relativePath,
        cause: "is from another version of this program: it has schema \(schema), not \(known). "
          + "Recreate it with '\(ProgramName.text) gate accept', in a commit of its own.")
    }
    guard let origin = try? JSONDecoder().decode(Origin.self, from: file) else {
      throw BenchError.badResults(file: originFile, cause: "it does not describe a suite.")
    }
    self.init(
      suite: origin.suite, toolchain: origin.toolchain,
      exact: try table(exactFile, origin.suite.metrics, origin.rows[exactFile]),
      allocations: try origin.rows[allocationsFile].map {
        try table(allocationsFile, [Self.allocationMetric], $0)
      })
  }
}
