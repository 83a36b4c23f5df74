import BenchHarness
import Foundation

/// In real or virtual time; whole, interrupted or merged.
package struct SavedRun: Sendable {
  package let folder: URL
  package let header: RunHeader
  /// Without latencies.
  package let records: [Trial]
  /// In the order of the settings.
  package let cells: [CellSummary]

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
    // Trials in real time are in random order.
    cells = CellSummary.summaries(
      of: records, strategies: (header.strategies + records.map(\.strategy)).distinct,
      workloads: (header.workloads + records.map(\.workload)).distinct)
  }

  /// The trials of `strategy`, renamed to compare them with those of `name`.
  package func only(_ strategy: String, as name: String) throws -> SavedRun {
    var own = records.filter { $0.strategy == strategy }
    guard !own.isEmpty else {
      throw BenchError.unknownName(
        kind: "strategy in \(folder.lastPathComponent)", name: strategy,
        choices: records.map(\.strategy).distinct)
    }
    for place in own.indices { own[place].strategy = name }
    return SavedRun(folder, header, own)
  }
}
