import BenchHarness
import Foundation

/// Figures as rounded for `exact.csv`, `allocations.csv` or `instructions-*.csv`, with a row for each strategy,
/// workload and seed, and a column for each metric. Comparisons use the rounded figures.
struct ExactTable: Equatable {
  struct Row: Hashable, Comparable {
    let cell: Cell
    let seed: UInt64

    static func < (left: Row, right: Row) -> Bool {
      (left.cell.workload, left.cell.strategy, left.seed)
        < (right.cell.workload, right.cell.strategy, right.seed)
    }
  }

  struct Figures: Equatable {
    let outcome: Outcome
    let values: [Double?]
  }

  private static let keys = ["schema", "workload", "strategy", "seed", "outcome"]

  let metrics: [String]
  private(set) var rows: [Row: Figures] = [:]
  /// The defects found in the trials; not written to the file.
  private(set) var faults: [Row: Fault] = [:]

  init(metrics: [String]) { self.metrics = metrics }

  mutating func add(_ trial: Trial, places: Int, _ registry: Registry) {
    let row = Row(cell: trial.cell, seed: trial.seed)
    add(trial.values, trial.outcome, to: row, places: places)
    faults[row] = Fault(trial, registry)
  }

  mutating func add(_ fault: Fault, to cell: Cell) { faults[Row(cell: cell, seed: 1)] = fault }

  mutating func add(_ values: [String: Double], _ outcome: Outcome, to row: Row, places: Int) {
    // Rounded to `places` decimals, so that all machines write the same text.
    let scale = pow(10, Double(places))
    let values = metrics.map { name in values[name].map { ($0 * scale).rounded() / scale } }
    rows[row] = Figures(outcome: outcome, values: values)
  }

  var csv: String {
    ResultsTables.csv(
      Self.keys + metrics,
      rows.sorted { $0.key < $1.key }.map { row, figures in
        [row.cell.workload, row.cell.strategy, "\(row.seed)", figures.outcome.rawValue]
          + figures.values.map(CSVText.number)
      })
  }

  /// Reads the text that ``csv`` makes. Refuses repeated rows and figures that are neither numbers nor empty.
  init(_ text: String, file: String) throws {
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
    try TrialRepetition.refuse(in: names, file: file) { table.rows[$0].line }
    for (name, row) in zip(names, table.rows) {
      rows[name] = Figures(
        outcome: try row.value("outcome", Outcome.init), values: try metrics.map(row.number))
    }
  }

  func faultFindings(_ check: GateFinding.Check) -> [GateFinding] {
    faults.sorted { $0.key < $1.key }.map { row, fault in
      GateFinding(check, row.cell, nil, fault.verdict, isCompared: false, text: fault.text)
    }
  }
}

/// A defect that shows in a single trial. Only the strategy's entry in the registry can excuse it; a baseline cannot.
struct Fault: Equatable {
  let verdict: Verdict
  let text: String
}

extension Fault {
  /// Nil for a trial without defects.
  init?(_ trial: Trial, _ registry: Registry) {
    guard !trial.outcome.isCutShort else {
      self.init(verdict: .failed, text: "\(trial.outcome.rawValue): \(trial.detail)")
      return
    }
    var found: [(promise: Promise, text: String)] = []
    let promises: [Outcome: Promise] = [
      .lost: trial.isExpected == true ? .freshAfterWillSet : .nothingLost,
      .wrongView: .finalState, .leftRunning: .noIdleWakeUps,
    ]
    if let promise = promises[trial.outcome] {
      let detail = trial.detail.replacing(" (declared in the strategy's registry entry)", with: "")
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
      verdict: found.allSatisfy { breaks[$0.promise] != nil } ? .pass : .regressed,
      text: found.map { $1 + GateSentences.declared($0, breaks[$0]) }.joined(separator: "; "))
  }
}
