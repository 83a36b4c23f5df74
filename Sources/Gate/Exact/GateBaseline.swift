import Foundation
import Harness
import Runs

/// The stored figures that the exact half is compared with: `exact.csv`, `allocations.csv` and
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
  var toolchain = RunEnvironment.platform
  let exact: ExactTable
  /// Nil where allocations were not counted.
  let allocations: ExactTable?

  static let exactFile = "exact.csv"
  static let allocationsFile = "allocations.csv"
  static let originFile = "suite.json"

}

extension GateBaseline {
  /// Reads the baseline in `folder`.
  /// - Throws: ``HarnessError/badBaseline(folder:cause:)`` if it is missing, cut off, or of another
  ///   version; ``HarnessError/cannotRead(path:cause:)``.
  package init(folder: URL) throws {
    let origin = try Self.origin(folder)
    suite = origin.suite
    toolchain = origin.toolchain
    exact = try Self.table(Self.exactFile, origin.suite.metrics, of: origin, in: folder)
    allocations =
      origin.rows[Self.allocationsFile] == nil
      ? nil
      : try Self.table(Self.allocationsFile, [Gate.allocationMetric], of: origin, in: folder)
  }

  /// Writes the baseline to `folder`, which is made where it is missing; the whole of it or nothing.
  /// - Throws: ``HarnessError/cannotWrite(path:cause:)``.
  package func write(to folder: URL) throws {
    var rows = [Self.exactFile: exact.rows.count]
    if let allocations { rows[Self.allocationsFile] = allocations.rows.count }
    let origin = Origin(suite: suite, toolchain: toolchain, rows: rows)
    try HarnessError.writing(folder.path) {
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

  /// Whether allocations were counted.
  package var hasAllocations: Bool { allocations != nil }

  /// How many trials it holds.
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

  private static let remedy =
    "Make it again with '\(ProgramName.text) gate accept', and look at the difference."

  private static func bad(_ folder: URL, _ cause: String) -> HarnessError {
    .badBaseline(folder: folder.relativePath, cause: cause)
  }

  private static func origin(_ folder: URL) throws -> Origin {
    guard let data = try contents(originFile, of: folder) else {
      throw bad(folder, "is missing: there is no \(originFile). \(remedy)")
    }
    if let version = try? JSONDecoder().decode(Version.self, from: data), version.schema != schema {
      throw bad(
        folder, "is of schema \(version.schema), and this program reads schema \(schema). \(remedy)"
      )
    }
    guard let origin = try? JSONDecoder().decode(Origin.self, from: data) else {
      throw bad(folder, "is broken: \(originFile) says no suite. \(remedy)")
    }
    return origin
  }

  /// A file of the baseline; nil where it is missing. One that cannot be read is not: who made the baseline
  /// anew would lose it.
  private static func contents(_ name: String, of folder: URL) throws -> Data? {
    let file = folder.appendingPathComponent(name)
    do {
      return try Data(whole: file)
    } catch {
      if error.isMissingFile { return nil }
      throw HarnessError.cannotRead(path: file.relativePath, cause: error.fileCause + ".")
    }
  }

  private struct Version: Codable {
    let schema: Int
  }

  private static func table(
    _ name: String, _ metrics: [String], of origin: Origin, in folder: URL
  ) throws -> ExactTable {
    guard let data = try contents(name, of: folder) else {
      throw bad(folder, "is incomplete: \(name) is missing. \(remedy)")
    }
    do {
      let table = try ExactTable(String(decoding: data, as: UTF8.self))
      guard table.rows.count == origin.rows[name] else {
        throw ExactTable.Malformed(
          text: "has \(table.rows.count) rows where \(origin.rows[name] ?? 0) were written.")
      }
      guard table.columns == [ExactTable.outcome] + metrics else {
        throw ExactTable.Malformed(text: "has other columns than \(originFile) says.")
      }
      return table
    } catch let malformed as ExactTable.Malformed {
      throw bad(folder, "is broken: \(name) \(malformed.text) \(remedy)")
    }
  }

  /// Whether this, which lies in `folder`, lacks a figure that `other` has.
  /// - Throws: ``HarnessError/badBaseline(folder:cause:)``.
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
        throw HarnessError.badBaseline(
          folder: folder, cause: "is broken: \(name) \(error.text) \(Self.remedy)")
      }
    }
  }
}
