import BenchHarness
import Foundation

/// The results of one machine on its share of the workloads. All machines try the same candidates.
package struct RecommendationPart: Codable, Sendable {
  package static let file = "recommend-part.json"

  package let question: Question
  package let options: RunOptions
  private let shard: Shard
  package let build: String
  package let noun: String
  private let tried: [String]
  private let strategies: [String]
  private let areBound: [Bool]
  private let metrics: [String]
  private let sessions: [Session]

  private struct Session: Codable {
    let outcomes: [Outcome]
    let figures: [[Double?]]
  }

  package init(
    _ found: FoundCandidates, _ question: Question, _ settings: RunSettings, shard: Shard,
    build: String
  ) {
    (self.question, self.build, noun) = (question, build, settings.noun)
    self.shard = shard
    var options = settings.options
    options.hopNanoseconds = settings.hop.wholeNanoseconds
    self.options = options
    tried = found.tried
    strategies = found.candidates.map(\.key)
    areBound = found.candidates.map(\.isBound)
    let metrics = CandidateTrials.metrics(of: question.goals).map(\.name)
    self.metrics = metrics
    let count = found.candidates.first?.results.count ?? 0
    sessions = (0..<count).map { place in
      let cells = found.candidates.map { $0.results[place].cell }
      return Session(
        outcomes: cells.map { Outcome(rawValue: $0.outcomes.keys.first ?? "") ?? .crashed },
        figures: cells.map { cell in metrics.map { cell.median($0) } })
    }
  }

  package static func isThere(_ folder: URL) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(file).path)
  }

  private init(_ folder: URL) throws {
    let file = folder.appendingPathComponent(Self.file)
    func bad(_ cause: String) -> BenchError {
      .badResults(file: file.path, cause: cause)
    }
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(results: file))
    } catch let error as DecodingError {
      throw bad("it is not a part of a recommendation: \(error.jsonCause)")
    }
    guard isWhole else { throw bad("figures are missing or out of range. Run this part again.") }
  }

  /// Whether the lengths of all lists agree and all numbers are in range.
  private var isWhole: Bool {
    let costs = options.costs
    let measured = question.deliveries.flatMap { [$0.mainNanoseconds, $0.layoutNanoseconds] }
    let nanoseconds =
      [costs.reloadNanoseconds, costs.visibleRowNanoseconds, costs.rowChangeNanoseconds]
      + (measured + [options.hopNanoseconds]).compactMap { $0 }
    return nanoseconds.allSatisfy { $0 < 1 << 50 } && (0...10_000).contains(costs.visibleRows)
      && question.share > 0 && question.share <= 1 && !options.workloads.isEmpty
      && question.deliveries.allSatisfy { (0...1_000_000_000_000).contains($0.count) }
      && sessions.count == shard.part(of: options.workloads).count
      && areBound.count == strategies.count && Set(strategies).count == strategies.count
      && sessions.allSatisfy { session in
        session.outcomes.count == strategies.count && session.figures.count == strategies.count
          && session.figures.allSatisfy { figures in
            figures.count == metrics.count && figures.allSatisfy { (0...1e15).contains($0 ?? 0) }
          }
      }
  }

  /// Joins the parts in `folders`, in any order. Refuses parts that belong to different recommendations or builds.
  package static func merged(
    _ folders: [URL], _ strategies: [StrategyEntry]
  ) throws -> Recommendation {
    let parts = try folders.map(Self.init)
    for (folder, part) in zip(folders, parts) {
      let differences = parts[0].differences(from: part)
      guard differences.isEmpty else {
        throw BenchError.cannotMerge(
          cause: "\(folders[0].relativePath) and \(folder.relativePath) differ in "
            + "\(differences.joined(separator: ", ")).")
      }
    }
    try Shard.checkComplete(parts.map(\.shard))
    let ordered = parts.sorted { $0.shard.number < $1.shard.number }
    let first = ordered[0]
    return Recommendation(
      try first.joined(ordered, strategies), first.question, first.options,
      hop: .nanoseconds(first.options.hopNanoseconds ?? 0), noun: first.noun)
  }

  private func differences(from other: RecommendationPart) -> [String] {
    let differences =
      Difference.all(options, other.options).map(\.text)
      + Difference.all(question, other.question).map(\.text)
      + (build == other.build ? [] : ["build of the program"])
      + (shard.count == other.shard.count ? [] : ["number of parts"])
    let isSameSearch =
      (strategies, areBound, metrics, tried)
      == (other.strategies, other.areBound, other.metrics, other.tried)
    return differences.isEmpty && !isSameSearch ? ["the settings that were found"] : differences
  }

  private func joined(
    _ parts: [RecommendationPart], _ entries: [StrategyEntry]
  ) throws -> FoundCandidates {
    let sessions = options.workloads.indices.map {
      parts[$0 % parts.count].sessions[$0 / parts.count]
    }
    let candidates = try strategies.enumerated().map { number, key in
      let results = zip(options.workloads, sessions).map { workload, session in
        var record = Trial(
          Trial.ID(Cell(key, workload), number: 1, seed: 1, time: .virtual),
          outcome: session.outcomes[number], detail: "")
        for (metric, figure) in zip(metrics, session.figures[number]) {
          record.values[metric] = figure
        }
        return Candidate.Result(CellSummary(exact: record), question.goals)
      }
      return Candidate(
        selection: try .one(key, from: entries), results: results, share: question.share,
        isBound: areBound[number])
    }
    return FoundCandidates(candidates: candidates, tried: tried)
  }
}

/// One machine's share of the workloads. Of three machines, the second takes every third workload, from the second on.
package struct Shard: Codable, Sendable, Equatable, CustomStringConvertible {
  package let number: Int
  package let count: Int

  package var description: String { "\(number)/\(count)" }

  /// Nil unless 1 ≤ number ≤ count ≤ 10,000.
  package init?(_ number: Int, of count: Int) {
    guard number >= 1, number <= count, count <= 10_000 else { return nil }
    (self.number, self.count) = (number, count)
  }

  package init(from decoder: any Decoder) throws {
    let keys = try decoder.container(keyedBy: CodingKeys.self)
    let number = try keys.decode(Int.self, forKey: .number)
    let count = try keys.decode(Int.self, forKey: .count)
    guard let shard = Shard(number, of: count) else {
      throw DecodingError.dataCorruptedError(
        forKey: .count, in: keys, debugDescription: "there is no part \(number)/\(count)")
    }
    self = shard
  }

  package func part<Item>(of items: [Item]) -> [Item] {
    items.enumerated().filter { $0.offset % count == number - 1 }.map(\.element)
  }

  static func checkComplete(_ shards: [Shard]) throws {
    let (numbers, count) = (shards.map(\.number), shards[0].count)
    if let twice = numbers.first(where: { number in numbers.count { $0 == number } > 1 }) {
      throw BenchError.cannotMerge(cause: "part \(twice)/\(count) is given twice.")
    }
    let absent = (1...count).filter { !numbers.contains($0) }
    guard absent.isEmpty else {
      throw BenchError.cannotMerge(
        cause: "missing \(absent.count == 1 ? "part" : "parts") "
          + "\(absent.map(String.init).joined(separator: ", ")) of \(count).")
    }
  }
}
