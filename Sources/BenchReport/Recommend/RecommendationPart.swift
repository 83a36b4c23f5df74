import BenchHarness
import Foundation

/// The results of one machine on its share of the workloads. All machines try the same candidates.
package struct RecommendationPart: Codable, Sendable {
  package static let file = "recommend-part.json"

  private let question: Question
  private let options: RunOptions
  private let shard: Shard
  private let build: String
  private let noun: String
  private let tried: [String]
  private let strategies: [String]
  /// The key of the present strategy, if its deliveries were recorded; its results are the last of each case.
  private let now: String?
  private let areBound: [Bool]
  private let metrics: [Metric]
  private let cases: [Case]

  private struct Case: Codable {
    let outcomes: [Outcome]
    let figures: [[Double?]]
  }

  package init(_ found: Recommendation.Found, shard: Shard, build: String) {
    question = found.question
    options = found.options
    noun = found.noun
    self.shard = shard
    self.build = build
    tried = found.tried
    strategies = found.candidates.map(\.key)
    now = found.now?.key
    let all = found.candidates + [found.now].compactMap { $0 }
    areBound = all.map(\.isBound)
    let metrics = Goal.metrics(of: question.goals)
    self.metrics = metrics
    let count = all.first?.results.count ?? 0
    cases = (0..<count).map { place in
      let cells = all.map { $0.results[place].cell }
      return Case(
        outcomes: cells.map { Outcome(rawValue: $0.outcomes.keys.first ?? "") ?? .crashed },
        figures: cells.map { cell in metrics.map { cell.median($0) } })
    }
  }

  package func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }

  /// Reads the output of ``json()``; `file` is for messages.
  package init(_ data: Data, file: String) throws {
    func bad(_ cause: String) -> BenchError { .badResults(file: file, cause: cause) }
    do {
      self = try JSONDecoder().decode(Self.self, from: data)
    } catch let error as DecodingError {
      throw bad("it is not a part of a recommendation: \(error.jsonCause)")
    }
    guard isWhole else { throw bad("figures are missing or out of range. Run this part again.") }
  }

  /// Whether the lengths of all lists agree and all numbers are in range.
  private var isWhole: Bool {
    let resultCount = strategies.count + (now == nil ? 0 : 1)
    let costs = options.costs
    let measured = question.deliveries.flatMap { [$0.mainNanoseconds, $0.layoutNanoseconds] }
    let nanoseconds =
      [costs.reloadNanoseconds, costs.visibleRowNanoseconds, costs.rowChangeNanoseconds]
      + (measured + [options.hopNanoseconds]).compactMap { $0 }
    let areInRange =
      shard.isValid && question.share > 0 && question.share <= 1
      && nanoseconds.allSatisfy { $0 < 1 << 50 } && (0...10_000).contains(costs.visibleRows)
      && question.deliveries.allSatisfy { (0...1_000_000_000_000).contains($0.count) }
    guard areInRange, !options.workloads.isEmpty,
      cases.count == shard.part(of: options.workloads).count,
      areBound.count == resultCount, Set(strategies).count == strategies.count
    else { return false }
    return cases.allSatisfy { one in
      one.outcomes.count == resultCount && one.figures.count == resultCount
        && one.figures.allSatisfy { figures in
          figures.count == metrics.count && figures.allSatisfy { (0...1e15).contains($0 ?? 0) }
        }
    }
  }

  /// Joins the parts of `folders`, in any order. Refuses parts that belong to different recommendations or builds.
  package static func joined(
    _ parts: [RecommendationPart], of folders: [URL], _ strategies: [StrategyEntry]
  ) throws -> Recommendation.Found {
    try BenchError.checkMerging(folders) { parts[0].differences(from: parts[$0]) }
    try Shard.checkComplete(parts.map(\.shard))
    let ordered = parts.sorted { $0.shard.number < $1.shard.number }
    return try ordered[0].joined(ordered, strategies)
  }

  private func differences(from other: RecommendationPart) -> [String] {
    let differences =
      Difference.all(options, other.options).map(\.text)
      + Difference.all(question, other.question).map(\.text)
      + (build == other.build ? [] : ["build of the program"])
      + (shard.count == other.shard.count ? [] : ["number of parts"])
    let isSameSearch =
      (strategies, areBound, metrics, tried, now)
      == (other.strategies, other.areBound, other.metrics, other.tried, other.now)
    return differences.isEmpty && !isSameSearch ? ["the settings that they tried"] : differences
  }

  private func joined(
    _ parts: [RecommendationPart], _ entries: [StrategyEntry]
  ) throws -> Recommendation.Found {
    let cases = options.workloads.indices.map {
      parts[$0 % parts.count].cases[$0 / parts.count]
    }
    let keys = strategies + [now].compactMap { $0 }
    var all = try keys.enumerated().map { number, key in
      let cells = zip(options.workloads, cases).map { workload, one in
        var record = Trial(
          Trial.ID(Cell(key, workload), number: 1, seed: 1, time: .virtual),
          outcome: one.outcomes[number], detail: "")
        for (metric, figure) in zip(metrics, one.figures[number]) {
          record.values[metric] = figure
        }
        return CellSummary(exact: record)
      }
      return Candidate(
        try .one(key, from: entries + [.recorded]), cells, question, isBound: areBound[number])
    }
    let now = self.now == nil ? nil : all.popLast()
    return Recommendation.Found(
      question: question, options: options, noun: noun, candidates: all, tried: tried, now: now)
  }
}
