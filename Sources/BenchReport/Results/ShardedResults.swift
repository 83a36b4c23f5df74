import BenchHarness
import Foundation

/// The results of one run that was split over machines, put together again.
package struct ShardedResults {
  /// Every trial of the run.
  package let records: [TrialRecord]
  private let environments: [RunEnvironment]
  /// What is the same for all parts.
  package let signature: RunSignature
  private let frontier: Data?

  /// Reads the folders of all parts, in any order. Nothing is joined that does not belong together.
  /// - Throws: ``BenchError/cannotMerge(cause:)`` unless they are the parts of one run by one
  ///   build, all of them, each once and finished.
  package init(folders: [URL]) throws {
    let parts = try folders.map { try Part($0) }.sorted { $0.shard.number < $1.shard.number }
    guard let first = parts.first else { throw BenchError.cannotMerge(cause: "no folder given.") }
    try Self.checkAlike(parts, first)
    try Self.checkComplete(parts, first)
    records = parts.flatMap(\.records)
    if let (_, again) = RunJournal.repetition(in: records.map(\.finishedIdentity)) {
      throw BenchError.cannotMerge(
        cause: "\(records[again].identity.cell), trial \(records[again].trial), is in two parts.")
    }
    environments = parts.map(\.environment)
    signature = first.signature
    let frontier = first.folder.appendingPathComponent("frontier.csv")
    self.frontier =
      FileManager.default.fileExists(atPath: frontier.path) ? try Data(results: frontier) : nil
  }

  /// Writes the tables of the whole run to `results`; `command` is what merged it. The journal is for the
  /// end: a folder that has one is a run, which the same command would not write over.
  /// - Throws: ``BenchError/cannotWrite(path:cause:)``.
  package func write(to results: ResultsFolder, command: [String]) throws {
    var environment = environments[0]
    environment.command = command
    environment.signature = signature
    environment.parts = environments
    if let frontier { try results.write(String(decoding: frontier, as: UTF8.self), "frontier.csv") }
    try results.write(records, environment: environment)
  }

  /// Writes the journal of the whole run.
  /// - Throws: ``BenchError/cannotWrite(path:cause:)``.
  package func writeJournal(to results: ResultsFolder) throws { try results.beginJournal(records) }

  private struct Part {
    let folder: URL
    let environment: RunEnvironment
    let shard: Shard
    /// Without the part's number.
    let signature: RunSignature
    let records: [TrialRecord]

    init(_ folder: URL) throws {
      self.folder = folder
      environment = try RunEnvironment.read(folder)
      guard var signature = environment.signature, let shard = signature.shard else {
        throw BenchError.cannotMerge(
          cause:
            "\(folder.relativePath) holds no part of a run; make it with '\(ProgramName.text) run --shard'."
        )
      }
      guard (1...1_000).contains(signature.trials) else {
        throw BenchError.cannotMerge(
          cause: "\(folder.relativePath) would have \(signature.trials) trials of each cell.")
      }
      self.shard = shard
      signature.shard = nil
      self.signature = signature
      records = try ResultsFolder.finished(folder)
      let workloads = shard.part(of: signature.workloads)
      for record in records
      where !signature.strategies.contains(record.strategy)
        || !workloads.contains(record.workload) || record.seed != signature.seed
      {
        throw BenchError.cannotMerge(
          cause: "\(folder.relativePath) has a trial of \(record.identity.cell) with seed "
            + "\(record.seed), which is not of its part.")
      }
    }

    /// The trials of this part that have no record.
    var missing: Int {
      let kept = records.filter { $0.outcome != .void }
      let given = Set(records.filter { $0.outcome == .void }.map(\.identity))
        .subtracting(kept.map(\.identity)).count
      return expected - Set(kept.map(\.identity)).count - given
    }

    /// How many trials the part has.
    private var expected: Int {
      shard.part(of: signature.workloads).count * signature.strategies.count
        * (signature.trials + (signature.countsAllocations ? 1 : 0))
    }
  }

  private static func checkAlike(_ parts: [Part], _ first: Part) throws {
    for part in parts {
      var differences = first.signature.differences(from: part.signature)
      if part.shard.count != first.shard.count { differences.append("number of parts") }
      guard differences.isEmpty else {
        throw BenchError.cannotMerge(
          cause: "\(first.folder.relativePath) and \(part.folder.relativePath) differ in "
            + "\(differences.joined(separator: ", ")).")
      }
    }
  }

  private static func checkComplete(_ parts: [Part], _ first: Part) throws {
    let numbers = parts.map(\.shard.number)
    if let twice = numbers.first(where: { number in numbers.count { $0 == number } > 1 }) {
      throw BenchError.cannotMerge(cause: "part \(twice)/\(first.shard.count) is given twice.")
    }
    let absent = (1...first.shard.count).filter { !numbers.contains($0) }
    guard absent.isEmpty else {
      throw BenchError.cannotMerge(
        cause: "of \(first.shard.count) parts, \(absent.map(String.init).joined(separator: ", "))"
          + " \(absent.count == 1 ? "is" : "are") missing.")
    }
    for part in parts where part.missing > 0 {
      throw BenchError.cannotMerge(
        cause: "\(part.folder.relativePath) lacks \(part.missing) trials. Finish it with "
          + "'\(ProgramName.text) run --resume \(part.folder.relativePath)'.")
    }
  }
}
