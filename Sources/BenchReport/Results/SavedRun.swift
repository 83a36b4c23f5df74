import BenchHarness
import Foundation

package struct SavedRun: Sendable {
  package let folder: URL
  package let header: RunHeader
  /// The trials, without the latencies of single updates.
  package let records: [Trial]
  /// Sorted by workload, then strategy, in the order of the header.
  package let cells: [CellSummary]

  package init(_ folder: URL) throws {
    let folder = folder.resolvingSymlinksInPath()
    let header = try RunHeader.read(folder)
    let keys = ResultsTables.trialKeys
    let file = folder.appendingPathComponent("trials.csv")
    let text = String(decoding: try Data(results: file), as: UTF8.self)
    let table = try ResultsCSV(text, file: file.relativePath, keys: keys)
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
    try TrialRepetition.refuse(in: records.map(\.finishedID), file: file.path) {
      table.rows[$0].line
    }
    self.init(folder, header, records)
  }

  private init(_ folder: URL, _ header: RunHeader, _ records: [Trial]) {
    self.folder = folder
    self.header = header
    self.records = records
    // Not in the order of the trials, because real-time runs shuffle them.
    cells = CellSummary.summaries(
      of: records, strategies: (header.strategies + records.map(\.strategy)).distinct,
      workloads: (header.workloads + records.map(\.workload)).distinct)
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

/// Runs of different workloads by one build, from several machines, as one run.
package struct MergedRun {
  package let records: [Trial]
  package let header: RunHeader
  private let frontier: String

  package init(folders: [URL]) throws {
    let parts = try folders.map { try Self.part($0) }
    guard let first = parts.first else { throw BenchError.cannotMerge(cause: "no folder given.") }
    for (folder, part) in zip(folders, parts) {
      var other = part.header
      other.workloads = first.header.workloads
      let differences = first.header.differences(from: other, onOneMachine: false)
      guard differences.isEmpty else {
        throw BenchError.cannotMerge(
          cause: "\(folders[0].relativePath) and \(folder.relativePath) differ in "
            + "\(differences.joined(separator: ", ")).")
      }
    }
    records = parts.flatMap(\.records)
    var header = first.header
    header.workloads = parts.flatMap(\.header.workloads)
    header.parts = parts.map(\.header)
    self.header = header
    let all = header.workloads
    if let twice = all.first(where: { name in all.count { $0 == name } > 1 }) {
      throw BenchError.cannotMerge(cause: "two runs have the workload \(twice). Leave one out.")
    }
    frontier = try folders.enumerated().map { place, folder in
      let text = try String(
        decoding: Data(results: folder.appendingPathComponent("frontier.csv")), as: UTF8.self)
      return place == 0 ? text : String(text.drop { !$0.isNewline }.dropFirst())
    }.joined()
  }

  /// Writes the tables. The caller writes the journal last, because a folder with a journal is never overwritten.
  package func write(to results: ResultsFolder, command: [String]) throws {
    var header = header
    header.command = command
    try results.write(frontier, "frontier.csv")
    try results.write(records, header: header)
  }

  private static func part(_ folder: URL) throws -> (header: RunHeader, records: [Trial]) {
    let (header, name) = (try RunHeader.read(folder), folder.relativePath)
    let records = try ResultsFolder.finished(folder)
    // Clamped, because a huge or negative number in an edited header would cause a trap below.
    let trials = max(1, min(header.trials, 1_000_000))
    func isOwn(_ id: Trial.ID) -> Bool {
      let numbers = id.pass == .timing ? 1...trials : 1...1
      return header.strategies.contains(id.strategy) && header.workloads.contains(id.workload)
        && id.seed == header.seed && id.time == .real && numbers.contains(id.number)
        && (id.pass == .timing || header.countsAllocations)
    }
    if let foreign = records.first(where: { !isOwn($0.id) }) {
      throw BenchError.cannotMerge(
        cause: "\(name) has a trial of another run: \(foreign.cell.text) with seed "
          + "\(foreign.seed).")
    }
    let expected =
      header.strategies.count * header.workloads.count
      * (trials + (header.countsAllocations ? 1 : 0))
    // A trial that was discarded at every try counts as finished.
    let missing = expected - Set(records.map(\.id)).count
    guard missing == 0 else {
      throw BenchError.cannotMerge(
        cause: "\(name) is not finished (trials missing: \(missing)). Finish it with "
          + "'\(ProgramName.text) run --resume \(name)'.")
    }
    return (header, records)
  }
}
