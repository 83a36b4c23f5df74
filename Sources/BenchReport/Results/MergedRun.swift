import BenchHarness
import Foundation

/// Runs of different workloads by one build, from several machines, as one run.
package struct MergedRun {
  package let records: [Trial]
  package let header: RunHeader
  private let frontier: String

  package init(folders: [URL]) throws {
    let parts = try folders.map { try Part($0) }
    guard let first = parts.first else { throw BenchError.cannotMerge(cause: "no folder given.") }
    for part in parts {
      var other = part.header
      other.workloads = first.header.workloads
      let differences = first.header.differences(from: other, onOneMachine: false)
      guard differences.isEmpty else {
        throw BenchError.cannotMerge(
          cause: "\(first.name) and \(part.name) differ in \(differences.joined(separator: ", ")).")
      }
    }
    records = parts.flatMap(\.records)
    var header = first.header
    header.workloads = parts.flatMap(\.header.workloads)
    header.parts = parts.map(\.header)
    self.header = header
    if let twice = header.workloads.first(where: { name in
      header.workloads.count { $0 == name } > 1
    }) {
      throw BenchError.cannotMerge(cause: "two of the runs have the workload \(twice).")
    }
    frontier = try parts.enumerated().map { place, part in
      let text = try String(
        decoding: Data(results: part.folder.appendingPathComponent("frontier.csv")), as: UTF8.self)
      return place == 0 ? text : String(text.drop { !$0.isNewline }.dropFirst())
    }.joined()
  }

  /// Writes the tables. The caller writes the journal last: with it, the folder counts as a run,
  /// which a second try could not overwrite.
  package func write(to results: ResultsFolder, command: [String]) throws {
    var header = header
    header.command = command
    try results.write(frontier, "frontier.csv")
    try results.write(records, header: header)
  }

  private struct Part {
    let folder: URL
    let header: RunHeader
    let records: [Trial]

    var name: String { folder.relativePath }

    init(_ folder: URL) throws {
      self.folder = folder
      header = try RunHeader.read(folder)
      records = try ResultsFolder.finished(folder)
      let expected = Self.expected(header)
      if let foreign = records.first(where: { !expected.contains($0.id) }) {
        throw BenchError.cannotMerge(
          cause: "\(name) has a trial of \(foreign.cell.text) with seed \(foreign.seed), which is "
            + "not of its run.")
      }
      // A trial that was discarded at every try is finished, too.
      let missing = expected.count - Set(records.map(\.id)).count
      guard missing == 0 else {
        throw BenchError.cannotMerge(
          cause: "\(name) is not finished (trials missing: \(missing)). Finish it with "
            + "'\(ProgramName.text) run --resume \(name)'.")
      }
    }

    private static func expected(_ header: RunHeader) -> Set<Trial.ID> {
      // A header that was edited must not ask for billions.
      let passes: [(TrialPass, Int)] = [
        (.timing, min(header.trials, 1_000)), (.allocations, header.countsAllocations ? 1 : 0),
      ]
      return Set(
        header.workloads.flatMap { workload in
          header.strategies.flatMap { strategy in
            passes.flatMap { pass, count in
              (0..<max(0, count)).map {
                Trial.ID(
                  Cell(strategy, workload), number: $0 + 1, seed: header.seed, time: .real,
                  pass: pass)
              }
            }
          }
        })
    }
  }
}
