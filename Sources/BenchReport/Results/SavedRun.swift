import BenchHarness
import Foundation

package struct SavedRun: Sendable {
  package let folder: URL
  package let header: RunHeader
  /// The trials. Those read from `trials.csv` lack the latencies of single updates.
  package let records: [Trial]
  /// Sorted by workload, then strategy, in the order of the header.
  package let cells: [CellSummary]

  package init(_ folder: URL, _ header: RunHeader, _ records: [Trial]) {
    self.folder = folder
    self.header = header
    self.records = records
    // Not in the order of the trials, because real-time runs shuffle them.
    cells = CellSummary.summaries(
      of: records, strategies: (header.strategies + records.map(\.strategy)).distinct,
      workloads: (header.workloads + records.map(\.workload)).distinct)
  }

  /// A run whose `trials.csv` has the contents `trials`.
  /// - Throws: ``BenchError/badResults(file:line:cause:)`` with the line that is wrong.
  package init(_ folder: URL, _ header: RunHeader, trials: String) throws {
    let keys = ResultsTables.trialKeys
    let file = folder.appending(path: "trials.csv")
    let table = try ResultsCSV(trials, file: file.relativePath, keys: keys)
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
      throw BenchError.badResults(file: folder.path, cause: "it has no trials yet.")
    }
    try ResultsCSV.refuseRepetition(in: records.map(\.finishedID), file: file.path) {
      table.rows[$0].line
    }
    self.init(folder, header, records)
  }

  /// This run with only the trials of `strategy`, renamed to compare them with those of `name`.
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
