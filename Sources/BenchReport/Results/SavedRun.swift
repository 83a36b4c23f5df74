import BenchHarness
import Foundation

/// A run as its folder holds it: in real or in virtual time, whole, interrupted or merged.
package struct SavedRun: Sendable {
  package let folder: URL
  package let header: RunHeader
  /// Every trial with its figures, and without its latencies.
  package let records: [Trial]
  /// The cells that have trials, in the order of the settings.
  package let cells: [CellSummary]

  /// Reads `environment.json` and `trials.csv` in `folder`.
  package init(_ folder: URL) throws {
    let folder = folder.resolvingSymlinksInPath()
    let header = try RunHeader.read(folder)
    let keys = ResultsTables.trialKeys
    let table = try ResultsCSV(folder.appendingPathComponent("trials.csv"), keys: keys)
    let records = try table.rows.map { row in
      Trial(
        Trial.ID(
          Cell(row.text("strategy"), row.text("workload")),
          number: try row.value("trial") { Int($0) }, seed: try row.value("seed") { UInt64($0) },
          time: try row.value("time", TimeMode.init), pass: try row.value("pass", TrialPass.init)),
        outcome: try row.value("outcome", Outcome.init), detail: row.text("detail"),
        values: try row.numbers(from: keys.count, of: table.header))
    }
    guard !records.isEmpty else {
      throw BenchError.badResults(file: folder.path, line: nil, cause: "it has no trials yet.")
    }
    try TrialRepetition.refuse(
      in: records.map(\.finishedID), file: folder.appendingPathComponent("trials.csv").path
    ) { table.rows[$0].line }
    self.init(folder, header, records)
  }

  private init(_ folder: URL, _ header: RunHeader, _ records: [Trial]) {
    self.folder = folder
    self.header = header
    self.records = records
    // Trials of a run in real time lie in the order of chance.
    cells = CellSummary.summaries(
      of: records, strategies: (header.strategies + records.map(\.strategy)).distinct,
      workloads: (header.workloads + records.map(\.workload)).distinct)
  }

  /// The trials of `strategy` alone, as those of a strategy of another name, to compare it with that.
  /// - Throws: ``BenchError`` where it has none.
  package func only(_ strategy: String, as name: String) throws -> SavedRun {
    var own = records.filter { $0.strategy == strategy }
    guard !own.isEmpty else {
      throw BenchError.unknownName(
        kind: "strategy in \(folder.lastPathComponent)", name: strategy,
        choices: records.map(\.strategy).distinct)
    }
    for place in own.indices { own[place].id.cell.strategy = name }
    return SavedRun(folder, header, own)
  }

  /// What was recorded of one trial of each cell, cell by cell.
  package func events() throws -> [(trial: String, events: [TrialEvent])] {
    let file = folder.appendingPathComponent("events.csv")
    guard FileManager.default.fileExists(atPath: file.path) else {
      throw BenchError.badResults(
        file: file.relativePath, line: nil,
        cause: "it is not there. The run was made without --events.")
    }
    let rows = try ResultsCSV(file, keys: ResultsTables.eventKeys).rows
    let cell = { (row: ResultsCSV.Row) in
      "\(row.text("strategy")) on \(row.text("workload")), trial \(row.text("trial"))"
    }
    return try rows.chunked { cell($0) == cell($1) }.map { rows in
      (rows.first.map(cell) ?? "", try rows.map(Self.event))
    }
  }

  private static func event(_ row: ResultsCSV.Row) throws -> TrialEvent {
    func time(_ column: String, from earliest: UInt64 = 0) throws -> UInt64? {
      guard let number = try row.number(column) else { return nil }
      let nanoseconds = max(0, number * 1e6).rounded()
      return try row.value(column) { _ in
        (Double(earliest)...longestNanoseconds).contains(nanoseconds) ? UInt64(nanoseconds) : nil
      }
    }
    let start = try time("start_ms") ?? 0
    return TrialEvent(
      kind: try row.value("event", TrialEvent.Kind.init), view: Int(row.text("view")),
      intended: try time("intended_ms"), start: start, end: try time("end_ms", from: start),
      shown: try time("shown_ms"))
  }

  /// No trial takes longer: eleven days.
  private static let longestNanoseconds = 1e15
}
