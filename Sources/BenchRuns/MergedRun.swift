import BenchHarness
import BenchReport
import Foundation

/// Runs of different workloads by one build, from several machines, as one run.
package struct MergedRun {
  package let records: [Trial]
  package private(set) var header: RunHeader
  private let frontier: String

  /// `command` is the command line that merges them.
  package init(folders: [URL], command: [String], _ registry: Registry) throws {
    let parts = try folders.map { try Self.part($0, registry) }
    guard let first = parts.first else { throw BenchError.cannotMerge(cause: "no folder given.") }
    try BenchError.checkMerging(folders) { place in
      var other = parts[place].header
      other.workloads = first.header.workloads
      return first.header.differences(from: other, onOneMachine: false)
    }
    records = parts.flatMap(\.records)
    header = first.header
    header.command = RunHeader.withoutPath(command)
    header.workloads = parts.flatMap(\.header.workloads)
    header.parts = parts.map(\.header)
    var seen: Set<String> = []
    if let twice = header.workloads.first(where: { !seen.insert($0).inserted }) {
      throw BenchError.cannotMerge(cause: "two runs have the workload \(twice). Leave one out.")
    }
    frontier = try folders.enumerated().map { place, folder in
      let text = try String(
        decoding: Data(results: folder.appending(path: "frontier.csv")), as: UTF8.self)
      return place == 0 ? text : String(text.drop { !$0.isNewline }.dropFirst())
    }.joined()
  }

  /// Writes all files. The journal comes last, because a folder with trials in it is never overwritten.
  package func write(to results: ResultsFolder) throws {
    try results.writeFrontier(frontier)
    try results.write(records, header: header)
    try results.beginJournal(records)
  }

  private static func part(
    _ folder: URL, _ registry: Registry
  ) throws -> (header: RunHeader, records: [Trial]) {
    let (header, name) = (try RunHeader.read(folder), folder.relativePath)
    let records = try ResultsFolder.finished(folder)
    let plan = RunPlan(try RunSettings(header.options, registry), time: .real)
    let planned = Set(plan.trials.map(\.id))
    if let foreign = records.first(where: { !planned.contains($0.id) }) {
      throw BenchError.cannotMerge(
        cause: "\(name) has a trial of another run: \(foreign.cell.text) with seed "
          + "\(foreign.seed).")
    }
    // A trial that was discarded at every try counts as finished.
    let missing = planned.subtracting(records.map(\.id)).count
    guard missing == 0 else {
      throw BenchError.cannotMerge(
        cause: "\(name) is not finished (trials missing: \(missing)). Finish it with "
          + "'\(ProgramName.text) resume \(name)'.")
    }
    return (header, records)
  }
}
