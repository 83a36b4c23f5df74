import Foundation

/// Figures that are compared for equality: a row for each strategy, workload and seed, a column for
/// each metric; kept and compared as text.
struct ExactTable: Codable, Equatable {
  /// One row's name.
  struct Cell: Codable, Hashable, Comparable {
    let strategy: String
    let workload: String
    let seed: UInt64

    static func < (left: Cell, right: Cell) -> Bool {
      (left.workload, left.strategy, left.seed) < (right.workload, right.strategy, right.seed)
    }
  }

  private static let keys = ["schema", "workload", "strategy", "seed"]
  /// The column that says how a trial ended.
  static let outcome = "outcome"

  /// The columns after the keys; the first is the outcome.
  let columns: [String]
  /// The fields of each row, in the order of the columns; empty where there is no figure.
  private(set) var rows: [Cell: [String]] = [:]

  init(metrics: [String]) { columns = [Self.outcome] + metrics }

  /// Adds what a trial found; `places` after the point are kept of each figure.
  mutating func add(_ record: TrialRecord, places: Int) {
    let cell = Cell(strategy: record.strategy, workload: record.workload, seed: record.seed)
    rows[cell] =
      [record.outcome.rawValue]
      + columns.dropFirst().map { Self.text(record.values[$0], places: places) }
  }

  /// Rounded, so that machines agree on the text.
  private static func text(_ value: Double?, places: Int) -> String {
    let scale = pow(10, Double(places))
    return CSVText.number(value.map { ($0 * scale).rounded() / scale })
  }

  /// The rows sorted by name, under a header.
  var csv: String {
    var csv = CSVText()
    csv.append(Self.keys + columns)
    for (cell, fields) in rows.sorted(by: { $0.key < $1.key }) {
      csv.append(["\(GateBaseline.schema)", cell.workload, cell.strategy, "\(cell.seed)"] + fields)
    }
    return csv.text
  }

  /// Reads what `csv` wrote. Names and figures hold no comma, quote or line break.
  /// - Throws: a sentence on what is wrong with it.
  init(_ text: String) throws(Malformed) {
    let lines = text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    guard let header = lines.first, Array(header.prefix(Self.keys.count)) == Self.keys,
      header.count > Self.keys.count, header[Self.keys.count] == Self.outcome
    else {
      throw Malformed(text: "has no header of this table.")
    }
    columns = Array(header.dropFirst(Self.keys.count))
    for (number, fields) in lines.enumerated().dropFirst() {
      guard fields.count == header.count, let seed = UInt64(fields[3]) else {
        throw Malformed(text: "is cut off or broken in line \(number + 1).")
      }
      rows[Cell(strategy: fields[2], workload: fields[1], seed: seed)] =
        Array(fields.dropFirst(Self.keys.count))
    }
  }

  /// What is wrong with a table, as the end of a sentence.
  struct Malformed: Error {
    let text: String
  }
}
