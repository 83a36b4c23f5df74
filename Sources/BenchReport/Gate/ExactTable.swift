import BenchHarness
import Foundation

/// Figures as rounded for `exact.csv`, `allocations.csv` or `instructions-*.csv`, with a row for each strategy,
/// workload and seed, and a column for each metric. Comparisons use the rounded figures.
package struct ExactTable: Equatable, Sendable {
  package struct Row: Hashable, Comparable {
    package let cell: Cell
    package let seed: UInt64

    package static func < (left: Row, right: Row) -> Bool {
      (left.cell.workload, left.cell.strategy, left.seed)
        < (right.cell.workload, right.cell.strategy, right.seed)
    }
  }

  package struct Figures: Equatable, Sendable {
    let outcome: Outcome
    let values: [String: Double]
  }

  private static let keys = ["schema", "workload", "strategy", "seed", "outcome"]

  package internal(set) var metrics: [String]
  private(set) var rows: [Row: Figures] = [:]
  /// The defects found in the trials; not written to the file.
  var faults: [Row: Fault] = [:]

  package init(metrics: [String]) { self.metrics = metrics }

  package mutating func add(_ trial: Trial, places: Int, _ registry: Registry) {
    let row = Row(cell: trial.cell, seed: trial.seed)
    add(trial.values, trial.outcome, to: row, places: places)
    faults[row] = Fault(trial, registry)
  }

  mutating func add(_ values: [String: Double], _ outcome: Outcome, to row: Row, places: Int) {
    // Rounded to `places` decimals, so that all machines write the same text.
    let scale = pow(10, Double(places))
    let own = values.filter { metrics.contains($0.key) }
    rows[row] = Figures(outcome: outcome, values: own.mapValues { ($0 * scale).rounded() / scale })
  }

  package var rowCount: Int { rows.count }

  /// The figures of a strategy, by row.
  package subscript(strategy: String) -> [Row: Figures] {
    rows.filter { $0.key.cell.strategy == strategy }
  }

  /// Only the rows of these strategies; nil if none is left.
  package func only(_ strategies: [String]) -> ExactTable? {
    var table = self
    table.rows = rows.filter { strategies.contains($0.key.cell.strategy) }
    return table.rows.isEmpty ? nil : table
  }

  package var csv: String {
    ResultsTables.csv(
      Self.keys + metrics,
      rows.sorted { $0.key < $1.key }.map { row, figures in
        [row.cell.workload, row.cell.strategy, "\(row.seed)", figures.outcome.rawValue]
          + metrics.map { CSVText.number(figures.values[$0]) }
      })
  }

  /// Reads the output of ``csv``. Refuses repeated rows and figures that are neither numbers nor empty.
  package init(_ text: String, file: String) throws {
    let table = try ResultsCSV(text, file: file, keys: Self.keys)
    // If the last figure is cut off, it may still look like a number.
    guard text.last?.isNewline == true else {
      throw BenchError.badResults(
        file: file, line: table.rows.last?.line, cause: "its last line is cut off.")
    }
    metrics = Array(table.header.dropFirst(Self.keys.count))
    let names = try table.rows.map { row in
      Row(
        cell: Cell(row.text("strategy"), row.text("workload")),
        seed: try row.value("seed") { UInt64($0) })
    }
    try ResultsCSV.refuseRepetition(in: names, file: file) { table.rows[$0].line }
    for (name, row) in zip(names, table.rows) {
      rows[name] = Figures(
        outcome: try row.value("outcome", Outcome.init),
        values: try row.numbers(from: Self.keys.count, of: table.header))
    }
  }

  func faultFindings(_ check: GateFinding.Check) -> [GateFinding] {
    faults.sorted { $0.key < $1.key }.map { GateFinding(check, $0.key.cell, $0.value) }
  }
}
