import BenchHarness
import Foundation

/// The figures of the exact check, as stored in `exact.csv`, `allocations.csv`, and `suite.json`, which records their
/// origin.
package struct GateBaseline: Sendable {
  private struct Origin: Codable {
    var schema = ResultsTables.schemaVersion
    let suite: ExactSuite
    /// Recorded because other compilers and systems allocate differently.
    let toolchain: String
    let rows: [String: Int]
  }

  package var suite: ExactSuite
  package var toolchain: String
  private(set) var exact: ExactTable
  package var allocations: ExactTable?
  /// Why no allocations were counted, if there are none.
  package var whyNotCounted = "left out by --no-allocations"

  package static let exactFile = "exact.csv"
  package static let allocationsFile = "allocations.csv"
  package static let originFile = "suite.json"

  package init(
    suite: ExactSuite, toolchain: String = Build.platform, exact: ExactTable,
    allocations: ExactTable?
  ) {
    self.suite = suite
    self.toolchain = toolchain
    self.exact = exact
    self.allocations = allocations
  }

  /// The names of the strategies, without parameters.
  package var strategies: Set<String> {
    Set(exact.rows.keys.map(\.cell.strategy.withoutParameters))
  }

  /// The baseline without the metrics that `other` lacks: a change may add metrics to the suite.
  package func comparable(with other: GateBaseline) -> GateBaseline {
    var baseline = self
    baseline.suite.metrics = suite.metrics.filter(other.suite.metrics.contains)
    baseline.exact.metrics = baseline.suite.metrics
    return baseline
  }

  package var trialCount: Int { exact.rows.count + (allocations?.rows.count ?? 0) }

  /// The files, in the order in which to write them: without the last one, the others do not count as a baseline.
  package func files() throws -> [(name: String, text: String)] {
    let tables =
      [(Self.exactFile, exact)] + (allocations.map { [(Self.allocationsFile, $0)] } ?? [])
    let rows = Dictionary(uniqueKeysWithValues: tables.map { ($0, $1.rows.count) })
    let origin = Origin(suite: suite, toolchain: toolchain, rows: rows)
    return tables.map { ($0, $1.csv) } + [(Self.originFile, try .json(origin))]
  }

  /// Reads the files of `folder`, whose contents `data` returns.
  /// - Throws: ``BenchError/badResults(file:line:cause:)`` if a file is not as ``files()`` makes it, and
  ///   ``BenchError/badBaseline(folder:cause:)`` if another version of the program made it.
  package init(_ folder: URL, data: (String) throws -> Data) throws {
    func file(_ name: String) -> String { folder.appending(path: name).relativePath }
    func table(_ name: String, _ metrics: [String], _ count: Int?) throws -> ExactTable {
      let table = try ExactTable(
        String(decoding: data(name), as: UTF8.self), file: file(name))
      let cause =
        table.rows.count != count
        ? "its number of rows is \(table.rows.count), not \(count ?? 0)."
        : table.metrics != metrics
          ? "its columns differ from those in \(Self.originFile)." : nil
      if let cause { throw BenchError.badResults(file: file(name), cause: cause) }
      return table
    }
    let origin = try data(Self.originFile)
    let known = ResultsTables.schemaVersion
    if let schema = origin.schema, schema != known {
      throw BenchError.badBaseline(
        folder: folder.relativePath,
        cause: "is from another version of this program: it has schema \(schema), not \(known). "
          + "Recreate it with '\(ProgramName.text) gate accept', in a commit of its own.")
    }
    guard let origin = try? JSONDecoder().decode(Origin.self, from: origin) else {
      throw BenchError.badResults(
        file: file(Self.originFile), cause: "it does not describe a suite.")
    }
    suite = origin.suite
    toolchain = origin.toolchain
    exact = try table(Self.exactFile, suite.metrics, origin.rows[Self.exactFile])
    allocations = try origin.rows[Self.allocationsFile].map {
      try table(Self.allocationsFile, [Self.allocationMetric], $0)
    }
  }

  package static let allocationMetric = Metric.allocationsPerUpdate.name

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
