import BenchHarness
import Foundation

/// Figures that are compared as they stand in a file, `exact.csv`, `allocations.csv` or
/// `instructions-*.csv`: a row for each strategy, workload and seed, a column for each metric.
struct ExactTable: Equatable {
  struct Row: Hashable, Comparable {
    let cell: Cell
    let seed: UInt64

    static func < (left: Row, right: Row) -> Bool {
      (left.cell.workload, left.cell.strategy, left.seed)
        < (right.cell.workload, right.cell.strategy, right.seed)
    }
  }

  private static let keys = ["schema", "workload", "strategy", "seed"]
  /// The column that says how a trial ended.
  static let outcome = "outcome"

  /// The columns after the keys; the first is the outcome.
  let columns: [String]
  /// The fields of each row, in the order of the columns; empty where there is no figure.
  private(set) var rows: [Row: [String]] = [:]

  init(metrics: [String]) { columns = [Self.outcome] + metrics }

  /// Adds what a trial found; `places` after the point are kept of each figure.
  mutating func add(_ trial: Trial, places: Int) {
    add(trial.values, trial.outcome, to: Row(cell: trial.cell, seed: trial.seed), places: places)
  }

  mutating func add(
    _ values: [String: Double], _ outcome: Outcome, to row: Row, places: Int
  ) {
    // Rounded, so that machines agree on the text.
    let scale = pow(10, Double(places))
    rows[row] =
      [outcome.rawValue]
      + columns.dropFirst().map { name in
        CSVText.number(values[name].map { ($0 * scale).rounded() / scale })
      }
  }

  /// The rows sorted by name, under a header.
  var csv: String {
    Table(
      Self.keys + columns,
      rows.sorted { $0.key < $1.key }.map { row, fields in
        ["\(ResultsTables.schemaVersion)", row.cell.workload, row.cell.strategy, "\(row.seed)"]
          + fields
      }
    ).csv
  }

  /// Reads what ``csv`` wrote, each row once, each figure a number or empty.
  /// - Throws: ``BenchError/badResults(file:line:cause:)``.
  init(_ text: String, file: String) throws {
    let table = try ResultsCSV(
      text, file: file, keys: Self.keys + [Self.outcome], allowsBlankLines: true)
    // Part of a figure may be a figure, too.
    guard text.last?.isNewline == true else {
      throw BenchError.badResults(
        file: file, line: table.rows.last?.line, cause: "it is cut off in its last line.")
    }
    columns = Array(table.header.dropFirst(Self.keys.count))
    let names = try table.rows.map { row in
      _ = try row.value(Self.outcome, Outcome.init)
      _ = try row.numbers(from: Self.keys.count + 1, of: table.header)
      return Row(
        cell: Cell(row.text("strategy"), row.text("workload")),
        seed: try row.value("seed") { UInt64($0) })
    }
    try TrialRepetition.refuse(in: names, file: file) { table.rows[$0].line }
    for (name, row) in zip(names, table.rows) { rows[name] = columns.map(row.text) }
  }

  /// Refuses that this, which `file` holds, has no figure where `other` has one: what was lost would let
  /// anything pass.
  /// - Throws: ``BenchError/badResults(file:line:cause:)``.
  func checkFigures(against other: ExactTable, file: String) throws {
    for (row, figures) in rows.sorted(by: { $0.key < $1.key }) {
      for (column, (figure, other)) in zip(columns, zip(figures, other.rows[row] ?? figures))
      where figure.isEmpty && !other.isEmpty {
        throw BenchError.badResults(
          file: file, line: nil,
          cause: "it has no \(column) of \(row.cell.text), where this program has one: \(other).")
      }
    }
  }
}
