import BenchHarness
import Foundation

/// Figures that are compared for equality: a row for each strategy, workload and seed, a column for
/// each metric; kept and compared as text.
struct ExactTable {
  /// One row's name.
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
  /// Where each row was read, counted from 1; empty where nothing was.
  private(set) var lines: [Row: Int] = [:]

  init(metrics: [String]) { columns = [Self.outcome] + metrics }

  /// Adds what a trial found; `places` after the point are kept of each figure.
  mutating func add(_ record: Trial, places: Int) {
    add(
      record.values, record.outcome, to: Row(cell: record.cell, seed: record.seed), places: places)
  }

  mutating func add(
    _ values: [String: Double], _ outcome: Outcome, to row: Row, places: Int
  ) {
    rows[row] =
      [outcome.rawValue] + columns.dropFirst().map { Self.text(values[$0], places: places) }
  }

  /// Rounded, so that machines agree on the text.
  private static func text(_ value: Double?, places: Int) -> String {
    let scale = pow(10, Double(places))
    return CSVText.number(value.map { ($0 * scale).rounded() / scale })
  }

  /// The rows sorted by name, under a header.
  var csv: String {
    CSVText.table(
      Self.keys + columns,
      rows.sorted { $0.key < $1.key }.map { row, fields in
        ["\(GateBaseline.schema)", row.cell.workload, row.cell.strategy, "\(row.seed)"] + fields
      })
  }

  /// Reads what `csv` wrote, each row once, each figure a number or empty. Names and figures hold no
  /// comma, quote or line break.
  /// - Throws: a sentence on what is wrong with it.
  init(_ text: String) throws(Malformed) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated().map { number, line in
        (
          number: number + 1,
          fields: line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        )
      }.filter { $0.fields != [""] }
    guard let header = lines.first?.fields, header.starts(with: Self.keys),
      header.count > Self.keys.count, header[Self.keys.count] == Self.outcome
    else {
      throw Malformed(text: "has no header of this table.")
    }
    columns = Array(header.dropFirst(Self.keys.count))
    for line in lines.dropFirst() { try add(line.fields, line: line.number) }
    // Half a figure may be a figure, too.
    guard text.last?.isNewline == true else {
      throw Malformed(text: "is cut off in its last line.")
    }
  }

  private mutating func add(_ fields: [String], line: Int) throws(Malformed) {
    guard fields.count == Self.keys.count + columns.count, let seed = UInt64(fields[3]) else {
      throw Malformed(text: "is cut off or broken in line \(line).")
    }
    guard fields[0] == "\(GateBaseline.schema)" else {
      throw Malformed(
        text:
          "has schema '\(fields[0])' in line \(line); this program reads \(GateBaseline.schema).")
    }
    let row = Row(cell: Cell(fields[2], fields[1]), seed: seed)
    if let first = lines[row] {
      throw Malformed(
        text:
          "has \(row.cell.text), seed \(seed), in line \(first) and again in line "
          + "\(line).")
    }
    let figures = Array(fields.dropFirst(Self.keys.count))
    guard Outcome(rawValue: figures[0]) != nil else {
      throw Malformed(text: "has no outcome in line \(line): '\(figures[0])'.")
    }
    for (column, figure) in zip(columns, figures).dropFirst() where !figure.isEmpty {
      guard CSVText.value(figure) != nil else {
        throw Malformed(text: "has no number in line \(line), column '\(column)': '\(figure)'.")
      }
    }
    rows[row] = figures
    lines[row] = line
  }

  /// Where this has no figure and `other` has one: a figure that was lost would let anything pass.
  /// - Throws: a sentence on where that is.
  func checkFigures(against other: ExactTable) throws(Malformed) {
    for (row, figures) in rows.sorted(by: { $0.key < $1.key }) {
      guard let others = other.rows[row] else { continue }
      for (column, (figure, other)) in zip(columns, zip(figures, others))
      where figure.isEmpty && !other.isEmpty {
        let line = lines[row].map { "line \($0), " } ?? ""
        throw Malformed(
          text: "has no figure in \(line)column '\(column)', where this program has one: \(other).")
      }
    }
  }

  /// What is wrong with a table, as the end of a sentence.
  struct Malformed: Error {
    let text: String
  }
}

extension ExactTable: Equatable {
  /// Whether both say the same, wherever they were read.
  static func == (left: ExactTable, right: ExactTable) -> Bool {
    left.columns == right.columns && left.rows == right.rows
  }
}

extension ExactSuite {
  /// This suite without the names that `baseline` has and the program has not any more, so that the
  /// rest can be run, and the comparison names them as gone. Other unknown names stay, and are refused
  /// when the suite is run.
  package func withoutGone(since baseline: GateBaseline, _ registry: Registry) -> ExactSuite {
    let cells = (baseline.exact.rows.keys + (baseline.allocations?.rows.keys.map { $0 } ?? []))
      .map(\.cell)
    let goneStrategies = Self.gone(cells.map(\.strategy), registry.strategies.map(\.name))
    let goneWorkloads = Self.gone(cells.map(\.workload), registry.workloads.map(\.name))
    var suite = self
    suite.strategies = Self.list(suite.strategies, without: goneStrategies)
    suite.workloads = Self.list(suite.workloads, without: goneWorkloads)
    if var allocations = suite.allocations {
      allocations.strategies = Self.list(allocations.strategies, without: goneStrategies)
      allocations.workloads = Self.list(allocations.workloads, without: goneWorkloads)
      suite.allocations = allocations
    }
    return suite
  }

  private static func gone(_ keys: [String], _ names: [String]) -> Set<String> {
    Set(keys.map(name)).subtracting(names)
  }

  /// A key without its parameters.
  private static func name(_ key: some StringProtocol) -> String {
    String(key.prefix { $0 != ":" }).filter { $0 != " " }
  }

  /// A list of which nothing would be left stays as it is.
  private static func list(_ list: String, without gone: Set<String>) -> String {
    let kept = list.split(separator: ",").filter { !gone.contains(name($0)) }
    return kept.isEmpty ? list : kept.joined(separator: ",")
  }
}
