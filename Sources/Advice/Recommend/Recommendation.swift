import Harness
import Runs

/// Which strategy suits a workload, and what the others would gain or lose.
package struct Recommendation: Encodable, Sendable {
  /// The workload's key.
  package let workload: String
  /// The goals, as they were judged.
  package let goals: [Goal]
  /// What was tried, in plain words.
  package let tried: String
  /// Every candidate: those that meet the goals by ascending cost, then the others, the nearest to
  /// the goals first.
  package let candidates: [Candidate]
  /// The comparison with real time; nil until there is one.
  package let confirmation: Confirmation?
  /// The key of what to use; nil where nothing meets the goals, or nothing still does in real time.
  package let choice: String?
  /// What to do, in plain words.
  package let sentences: [String]

  package init(_ grid: CandidateGrid, _ cells: [CellSummary], goals: [Goal]) {
    let goals = goals.map { $0.judged(on: cells) }
    let candidates = grid.candidates.compactMap { selection in
      cells.first { $0.strategy == selection.key }.map { Candidate(selection, $0, goals: goals) }
    }
    self.init(
      workload: cells.first?.workload ?? "", goals: goals, tried: grid.description,
      candidates: Self.ranked(candidates, goals), confirmation: nil)
  }

  private init(
    workload: String, goals: [Goal], tried: String, candidates: [Candidate],
    confirmation: Confirmation?
  ) {
    self.workload = workload
    self.goals = goals
    self.tried = tried
    self.candidates = candidates
    self.confirmation = confirmation
    let remaining = Self.finalists(candidates).filter {
      confirmation?.check(of: $0.key)?.verdict != .refuted
    }
    choice = remaining.first?.key
    sentences =
      remaining.first.map { chosen in
        ChoiceFindings(
          chosen: chosen, remaining: remaining, candidates: candidates, goals: goals,
          confirmation: confirmation
        ).sentences
      }
      ?? RefusalFindings(candidates: candidates, goals: goals, confirmation: confirmation).sentences
  }

  /// The same with what real time says.
  package func confirmed(by confirmation: Confirmation) -> Recommendation {
    Recommendation(
      workload: workload, goals: goals, tried: tried, candidates: candidates,
      confirmation: confirmation)
  }

  /// Of each strategy its first candidate, in their order.
  package var ranking: [Candidate] { Self.bestOfEach(candidates) }

  /// The first three strategies that meet the goals, each with its best parameters: those that real
  /// time is asked about. Parameters of one strategy would crowd out what people choose between.
  package var finalists: [Candidate] { Self.finalists(candidates) }

  /// What real time says of the choice; nil without a choice or a confirmation.
  package var verdict: Confirmation.Verdict? {
    choice.flatMap { confirmation?.check(of: $0)?.verdict }
  }

  /// The place among the candidates that meet the goals, from 1; nil for the others.
  func rank(of candidate: Candidate) -> Int? {
    guard candidate.isEligible else { return nil }
    return candidates.firstIndex { $0.key == candidate.key }.map { $0 + 1 }
  }

  private static func ranked(_ candidates: [Candidate], _ goals: [Goal]) -> [Candidate] {
    candidates.enumerated().map { position, candidate in
      let excess = candidate.isEligible ? 0 : candidate.worstExcess(of: goals)
      return (candidate: candidate, key: (excess, candidate.cost, position))
    }.sorted { $0.key < $1.key }.map(\.candidate)
  }

  private static func finalists(_ candidates: [Candidate]) -> [Candidate] {
    Array(bestOfEach(candidates).filter(\.isEligible).prefix(3))
  }

  private static func bestOfEach(_ candidates: [Candidate]) -> [Candidate] {
    var names: Set<String> = []
    return candidates.filter { names.insert($0.selection.entry.name).inserted }
  }
}

extension ResultsTables {
  /// `recommend.csv`: a row for each candidate on the whole workload, then two for each that real
  /// time was asked about, one in either time, on the stretch that both ran.
  package static func recommend(_ recommendation: Recommendation) -> String {
    var rows: [[String]] = []
    func append(
      _ cell: CellSummary, _ window: TrialWindow?, rank: Int?, meets: Bool?, missed: [Goal]
    ) {
      rows.append(
        [
          "\(schemaVersion)", cell.time.rawValue, recommendation.workload,
          CSVText.number(window.map { Double($0.startNanoseconds) / 1e9 }),
          CSVText.number(window.map { Double($0.endNanoseconds) / 1e9 }), cell.strategy,
          rank.map(String.init) ?? "", meets.map { $0 ? "yes" : "no" } ?? "",
          missed.map(\.metric).joined(separator: ";"), "\(cell.trialCount)", "\(cell.failedCount)",
        ] + [Metric].standard.map { CSVText.number(cell.figures[$0.name]?.median) })
    }
    for candidate in recommendation.candidates {
      append(
        candidate.cell, nil, rank: recommendation.rank(of: candidate),
        meets: candidate.isEligible, missed: candidate.missed)
    }
    for check in recommendation.confirmation?.checks ?? [] {
      let rank = recommendation.candidates.first { $0.key == check.strategy }
        .flatMap(recommendation.rank)
      let window = recommendation.confirmation?.window
      check.virtual.map { append($0, window, rank: rank, meets: nil, missed: []) }
      check.real.map {
        append(
          $0, window, rank: rank,
          meets: check.verdict == .unknown ? nil : check.verdict == .confirmed,
          missed: check.misses.map(\.goal))
      }
    }
    return CSVText.table(
      ["schema", "time", "workload", "window_start_s", "window_end_s", "strategy", "rank"]
        + ["meets_goals", "missed_goals", "trials", "failed_trials"]
        + [Metric].standard.map(\.name),
      rows)
  }
}

extension ResultsFolder {
  /// Writes the table of a recommendation.
  /// - Throws: ``HarnessError/cannotWrite(path:cause:)``.
  package func write(_ recommendation: Recommendation) throws {
    try write(ResultsTables.recommend(recommendation), "recommend.csv")
  }
}
