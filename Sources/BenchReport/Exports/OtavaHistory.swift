import BenchHarness
import Foundation

extension ForeignFormat {
  /// A history for Apache Otava: `history.csv`, which every run adds a row to, and `otava.yaml`, which
  /// says what its columns are: a test for each cell, and the group `bench` of all of them.
  ///
  /// Otava takes no row with an empty field, so that a column that some run lacks is not in the
  /// configuration. In the history it stays.
  /// Source: https://otava.apache.org/docs/csv and `CsvImporter` of Otava 0.8.
  static let otava = ForeignFormat(
    name: "otava", summary: "history.csv and otava.yaml: Apache Otava's change points",
    isFolder: true
  ) { run, metrics, folder in
    var history = try OtavaHistory(folder.appendingPathComponent(OtavaHistory.file))
    try history.add(run, metrics)
    let count = history.rows.count
    return Product(
      files: [(OtavaHistory.file, history.csv), ("otava.yaml", history.configuration)],
      notes: run.leftOut + history.gaps + [
        "\(OtavaHistory.file) has \(count) \(count == 1 ? "run" : "runs")."
      ])
  }
}

/// The runs so far, one a row, one column for each cell and metric.
struct OtavaHistory {
  static let file = "history.csv"
  private static let keys = ["time", "run", "commit"]
  /// Between cell and metric, which has none. Otava leaves out what its columns have in common up to one.
  private static let separator = "."

  /// The columns after the keys.
  private var columns: [String] = []
  /// The fields of each run by column, the oldest first.
  private(set) var rows: [[String: String]] = []

  /// Reads `file`; there is no run yet where it is missing.
  /// - Throws: ``BenchError/badResults(file:line:cause:)``.
  init(_ file: URL) throws {
    guard FileManager.default.fileExists(atPath: file.path) else { return }
    let text = String(decoding: try Data(results: file), as: UTF8.self)
    let table = try? CSVReader.rows(of: text).map(\.fields)
    guard let table, let header = table.first, Array(header.prefix(Self.keys.count)) == Self.keys,
      Set(header).count == header.count, table.allSatisfy({ $0.count == header.count })
    else {
      throw BenchError.badResults(
        file: file.relativePath, line: nil,
        cause: "it is not a history that 'bench export' wrote. Give another --output.")
    }
    columns = Array(header.dropFirst(Self.keys.count))
    rows = table.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
  }

  /// Adds a run, or puts it in the place of what was exported of it before.
  mutating func add(_ run: SavedRun, _ metrics: [Metric]) throws {
    let written =
      try FileManager.default.attributesOfItem(
        atPath: run.folder.appendingPathComponent("trials.csv").path)[.modificationDate] as? Date
    // A run in virtual time holds no date.
    let date = run.header.date ?? written ?? Date()
    var row = [
      "time": date.formatted(.iso8601), "run": run.folder.lastPathComponent,
      "commit": run.header.commit ?? "",
    ]
    for cell in run.soundCells {
      for metric in metrics {
        guard let figure = cell.figures[metric.name] else { continue }
        let column = cell.name + Self.separator + metric.name
        row[column] = CSVText.number(figure.median)
        if !columns.contains(column) { columns.append(column) }
      }
    }
    rows.removeAll { $0["time"] == row["time"] && $0["run"] == row["run"] }
    rows.append(row)
    rows.sort { ($0["time"] ?? "") < ($1["time"] ?? "") }
  }

  var csv: String {
    let header = Self.keys + columns
    return CSVText.table(header, rows.map { row in header.map { row[$0] ?? "" } })
  }

  private var complete: [String] {
    columns.filter { column in rows.allSatisfy { !($0[column] ?? "").isEmpty } }
  }

  /// What the configuration does not name, in words.
  var gaps: [String] {
    let complete = Set(complete)
    let gaps = columns.filter { !complete.contains($0) }
    return gaps.isEmpty
      ? []
      : [
        "Not in otava.yaml, for some runs lack it: \(gaps.joined(separator: ", ")). "
          + "Start again with another --output once they are to be watched."
      ]
  }

  /// `otava.yaml`. Quoted as JSON, which YAML understands.
  var configuration: String {
    let tests = complete.chunked { Self.cell($0) == Self.cell($1) }
    var lines = [
      "# Written by 'bench export --format otava'. Call Otava in this folder.", "tests:",
    ]
    for columns in tests {
      lines += [
        "  \(quoted(Self.cell(columns[columns.startIndex]))):", "    type: csv",
        "    file: \(Self.file)", "    time_column: time", "    attributes: [run, commit]",
        "    metrics:",
      ]
      for column in columns {
        let name = String(column.dropFirst(Self.cell(column).count + Self.separator.count))
        let direction = [Metric].named(name)?.direction == .higher ? 1 : -1
        // By the whole column: Otava takes each name once, whatever the test.
        lines.append("      \(quoted(column)): { direction: \(direction), scale: 1 }")
      }
    }
    let names = tests.map { quoted(Self.cell($0[$0.startIndex])) }
    lines += ["test_groups:", "  bench: [\(names.joined(separator: ", "))]"]
    return lines.joined(separator: "\n") + "\n"
  }

  private static func cell(_ column: String) -> String {
    column.split(separator: separator).dropLast().joined(separator: separator)
  }

  private func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
