/// Which strategy suits a workload, and what the others would gain or lose.
public struct Recommendation: Encodable, Sendable {
  /// The workload's key.
  public let workload: String
  /// The goals, as they were judged.
  public let goals: [Goal]
  /// What was tried, in plain words.
  public let tried: String
  /// Every candidate: those that meet the goals by ascending cost, then the others, the nearest to
  /// the goals first.
  public let candidates: [Candidate]
  /// The comparison with real time; nil until there is one.
  public let confirmation: Confirmation?
  /// The key of what to use; nil where nothing meets the goals, or nothing still does in real time.
  public let choice: String?
  /// What to do, in plain words.
  public let sentences: [String]

  /// - Parameters:
  ///   - grid: what was tried.
  ///   - cells: what was found, in any order.
  ///   - goals: what must not be exceeded; none ranks everything.
  public init(_ grid: CandidateGrid, _ cells: [CellSummary], goals: [Goal]) {
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
  public func confirmed(by confirmation: Confirmation) -> Recommendation {
    Recommendation(
      workload: workload, goals: goals, tried: tried, candidates: candidates,
      confirmation: confirmation)
  }

  /// Of each strategy its first candidate, in their order.
  public var ranking: [Candidate] { Self.bestOfEach(candidates) }

  /// The first three strategies that meet the goals, each with its best parameters: those that real
  /// time is asked about. Parameters of one strategy would crowd out what people choose between.
  public var finalists: [Candidate] { Self.finalists(candidates) }

  /// What real time says of the choice; nil without a choice or a confirmation.
  public var verdict: Confirmation.Verdict? {
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
