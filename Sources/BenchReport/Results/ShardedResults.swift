import BenchHarness
import Foundation

/// The results of one run that was split over machines, put together again.
package struct ShardedResults {
  package let records: [Trial]
  package let header: RunHeader
  private let frontier: Data?

  /// Reads the folders of all parts, in any order. Nothing is joined that does not belong together.
  /// - Throws: ``BenchError/cannotMerge(cause:)`` unless they are the parts of one run by one
  ///   build, all of them, each once and finished.
  package init(folders: [URL]) throws {
    let parts = try folders.map { try Part($0) }.sorted { $0.shard.number < $1.shard.number }
    guard let first = parts.first else { throw BenchError.cannotMerge(cause: "no folder given.") }
    try Self.checkAlike(parts, first)
    try Self.checkComplete(parts)
    records = parts.flatMap(\.records)
    if let again = TrialRepetition(in: records.map(\.finishedID))?.again {
      throw BenchError.cannotMerge(
        cause: "\(records[again].cell.text), trial \(records[again].number), is in two parts.")
    }
    var header = first.header
    header.shard = nil
    header.parts = parts.map(\.header)
    self.header = header
    let frontier = first.folder.appendingPathComponent("frontier.csv")
    self.frontier =
      FileManager.default.fileExists(atPath: frontier.path) ? try Data(results: frontier) : nil
  }

  /// Writes the tables of the whole run to `results`; `command` is what merged it. The journal is the
  /// caller's, at the end: a folder that has one is a run, which the same command would not write over.
  package func write(to results: ResultsFolder, command: [String]) throws {
    var header = header
    header.command = command
    if let frontier { try results.write(String(decoding: frontier, as: UTF8.self), "frontier.csv") }
    try results.write(records, header: header)
  }

  private struct Part {
    let folder: URL
    let header: RunHeader
    let shard: Shard
    let records: [Trial]

    init(_ folder: URL) throws {
      self.folder = folder
      header = try RunHeader.read(folder)
      guard let shard = header.shard else {
        throw BenchError.cannotMerge(
          cause:
            "\(folder.relativePath) holds no part of a run; make it with '\(ProgramName.text) run --shard'."
        )
      }
      guard (1...1_000).contains(header.trials) else {
        throw BenchError.cannotMerge(
          cause: "\(folder.relativePath) would have \(header.trials) trials of each combination.")
      }
      self.shard = shard
      records = try ResultsFolder.finished(folder)
      let workloads = shard.part(of: header.workloads)
      for record in records
      where !header.strategies.contains(record.strategy)
        || !workloads.contains(record.workload) || record.seed != header.seed
      {
        throw BenchError.cannotMerge(
          cause: "\(folder.relativePath) has a trial of \(record.cell.text) with seed "
            + "\(record.seed), which is not of its part.")
      }
    }

    /// The trials of this part that have no record.
    var missing: Int {
      let kept = records.filter { $0.outcome != .void }
      let given = Set(records.filter { $0.outcome == .void }.map(\.id))
        .subtracting(kept.map(\.id)).count
      let expected =
        shard.part(of: header.workloads).count * header.strategies.count
        * (header.trials + (header.countsAllocations ? 1 : 0))
      return expected - Set(kept.map(\.id)).count - given
    }
  }

  private static func checkAlike(_ parts: [Part], _ first: Part) throws {
    for part in parts {
      var other = part.header
      other.shard = first.header.shard
      var differences = first.header.differences(from: other, onOneMachine: false)
      if part.shard.count != first.shard.count { differences.append("number of parts") }
      guard differences.isEmpty else {
        throw BenchError.cannotMerge(
          cause: "\(first.folder.relativePath) and \(part.folder.relativePath) differ in "
            + "\(differences.joined(separator: ", ")).")
      }
    }
  }

  private static func checkComplete(_ parts: [Part]) throws {
    try Shard.checkComplete(parts.map(\.shard))
    for part in parts where part.missing > 0 {
      throw BenchError.cannotMerge(
        cause: "\(part.folder.relativePath) lacks \(part.missing) trials. Finish it with "
          + "'\(ProgramName.text) run --resume \(part.folder.relativePath)'.")
    }
  }
}

extension Shard {
  /// Refuses to merge other than all parts, each once; one or more are given.
  static func checkComplete(_ shards: [Shard]) throws {
    let (numbers, count) = (shards.map(\.number), shards[0].count)
    if let twice = numbers.first(where: { number in numbers.count { $0 == number } > 1 }) {
      throw BenchError.cannotMerge(cause: "part \(twice)/\(count) is given twice.")
    }
    let absent = (1...count).filter { !numbers.contains($0) }
    guard absent.isEmpty else {
      throw BenchError.cannotMerge(
        cause: "of \(count) parts, \(absent.map(String.init).joined(separator: ", "))"
          + " \(absent.count == 1 ? "is" : "are") missing.")
    }
  }
}
