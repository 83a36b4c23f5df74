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
  static let outcome = "outcome"

  /// The columns after the keys; the first is the outcome.
  let columns: [String]
  /// The fields of each row, in the order of the columns; empty where there is no figure.
  private(set) var rows: [Row: [String]] = [:]
  /// What the trials themselves found wrong; a file holds none.
  private(set) var faults: [Row: Fault] = [:]

  init(metrics: [String]) { columns = [Self.outcome] + metrics }

  /// Adds what a trial found; `places` after the point are kept of each figure.
  mutating func add(_ trial: Trial, places: Int, _ registry: Registry) {
    let row = Row(cell: trial.cell, seed: trial.seed)
    add(trial.values, trial.outcome, to: row, places: places)
    faults[row] = Fault(trial, registry)
  }

  /// Adds a trial that got nowhere.
  mutating func add(_ fault: Fault, to cell: Cell) { faults[Row(cell: cell, seed: 1)] = fault }

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

  func faultFindings(_ check: GateFinding.Check) -> [GateFinding] {
    faults.sorted { $0.key < $1.key }.map { row, fault in
      GateFinding(check, row.cell, nil, fault.verdict, isCompared: false, text: fault.text)
    }
  }

  /// Refuses that this, which `file` holds, lacks a figure of a good trial that `other` has: then anything would
  /// pass.
  func checkFigures(against other: ExactTable, file: String) throws {
    for (row, figures) in rows.sorted(by: { $0.key < $1.key })
    where figures.first == Outcome.ok.rawValue {
      for (column, (figure, other)) in zip(columns, zip(figures, other.rows[row] ?? figures))
      where figure.isEmpty && !other.isEmpty {
        throw BenchError.badResults(
          file: file, line: nil,
          cause: "it has no \(column) of \(row.cell.text), where this program has one: \(other).")
      }
    }
  }
}

/// What a trial found wrong by itself: no baseline makes it right, only the strategy's entry in the registry, and
/// that is said each time.
struct Fault: Equatable {
  let verdict: Verdict
  let text: String

  /// A combination that could not be run to its end.
  init(failed text: String) { self.init(.failed, text) }

  private init(_ verdict: Verdict, _ text: String) { (self.verdict, self.text) = (verdict, text) }

  /// Nil for a trial in which each update was shown, in its order and by valid changes.
  init?(_ trial: Trial, _ registry: Registry) {
    guard !trial.outcome.isCutShort else {
      self.init(failed: "\(trial.outcome.rawValue): \(trial.detail)")
      return
    }
    var found: [(promise: Promise, text: String)] = []
    let promises: [Outcome: Promise] = [
      .lost: trial.isExpected == true ? .freshAfterWillSet : .nothingLost,
      .wrongView: .finalState, .leftRunning: .noIdleWakeUps,
    ]
    if let promise = promises[trial.outcome] {
      let detail = trial.detail.replacing(" (as its registry entry says)", with: "")
      found.append((promise, "\(trial.outcome.rawValue): \(detail)"))
    }
    let counts = [("out_of_order_updates", Promise.order), ("invalid_updates", .survives)]
    for (metric, promise) in counts {
      guard let count = trial.values[metric], count > 0 else { continue }
      found.append((promise, "\(metric): \(CSVText.number(count))"))
    }
    guard !found.isEmpty else { return nil }
    let name = trial.strategy.prefix { $0 != ":" }
    let breaks = registry.strategies.first { $0.name == name }?.breaks ?? [:]
    self.init(
      found.allSatisfy { breaks[$0.promise] != nil } ? .pass : .regressed,
      found.map { $1 + GateSentences.declared($0, breaks[$0]) }.joined(separator: "; "))
  }
}
