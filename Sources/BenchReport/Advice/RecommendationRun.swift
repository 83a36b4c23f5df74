import BenchHarness
import BenchMath
import Coalesce

/// Searches a recommendation for workloads, in virtual time.
package struct RecommendationRun {
  /// How many updates a search goes over again and again. Where there are more, a sample of them narrows it,
  /// and all of them decide.
  private static let sampledUpdates = 20_000
  /// How many candidates are tried on the halves of a workload: the best that meet the goals, and those that
  /// miss them by the least.
  private static let (halvedBest, halvedMisses) = (25, 15)

  /// The fewest updates, and deliveries of what is chosen, that tell enough.
  private static let (fewestUpdates, fewestDeliveries) = (100, 10)

  private let settings: RunSettings
  private let goals: [Goal]
  private let weighing: Weighing
  private let support: RowSupport

  package init(_ settings: RunSettings, goals: [Goal], weighing: Weighing, support: RowSupport) {
    (self.settings, self.goals) = (settings, goals)
    (self.weighing, self.support) = (weighing, support)
  }

  /// - Throws: ``BenchError``.
  package func run(onAdvance: (Advance) -> Void = { _ in }) throws -> Recommendation {
    let plans = try settings.plans()
    let parts = settings.workloads.compactMap { workload in
      plans[workload.key].map { CandidateTrials.Part(workload: workload.key, plan: $0) }
    }
    let search = CandidateSearch(goals, weighing: weighing, costs: settings.costs)
    let strategies = settings.strategies
    var whole = trials(parts)
    var count = 0
    func tried(
      _ trials: inout CandidateTrials, _ selections: [Selection<StrategyEntry>]
    ) -> [Candidate] {
      onAdvance(Advance("candidates", done: count, of: count + selections.count))
      count += selections.count
      return trials.candidates(selections)
    }
    var found: [Candidate]
    let sample = self.sample(parts)
    if let sample {
      var part = trials(sample)
      let narrowed = search.candidates(of: strategies) { tried(&part, $0) }
      found = search.candidates(of: strategies, near: narrowed) { tried(&whole, $0) }
    } else {
      found = search.candidates(of: strategies) { tried(&whole, $0) }
    }
    var seen: Set<Fingerprint> = []
    found = found.filter { !$0.isCorrect || seen.insert(Fingerprint($0)).inserted }
    let cases = whole.parts.map {
      Recommendation.Case(workload: $0.workload, goals: $0.goals ?? goals)
    }
    var recommendation = Recommendation(
      found, cases: cases, weighing: weighing, costs: settings.costs)
    recommendation.tried = count
    recommendation.support = support
    recommendation.isSampled = sample != nil
    recommendation.carryover = carryover(recommendation, parts)
    recommendation.shortage = recommendation.remaining.first.flatMap(shortage)
    return recommendation
  }

  /// What is missing to be sure of `chosen`; nil for nothing.
  private func shortage(of chosen: Candidate) -> String? {
    func total(_ metric: String) -> Double {
      chosen.results.reduce(0) { $0 + ($1.cell.median(metric) ?? 0) }
    }
    let (updates, deliveries) = (total("updates"), total("deliveries"))
    let factor = max(
      Double(Self.fewestUpdates) / max(1, updates),
      Double(Self.fewestDeliveries) / max(1, deliveries))
    guard factor > 1 else { return nil }
    return """
      That is too little data to be sure: updates \(Int(updates)), deliveries \(Int(deliveries)), where \
      \(Self.fewestUpdates) and \(Self.fewestDeliveries) would tell. Record \
      \(Int(factor.rounded(.up))) times as much.
      """
  }

  private func trials(_ parts: [CandidateTrials.Part]) -> CandidateTrials {
    CandidateTrials(parts, goals: goals, hop: settings.hop)
  }

  /// Some of the workloads, by chance, and of long ones some stretches; nil where all of it is little enough.
  private func sample(_ parts: [CandidateTrials.Part]) -> [CandidateTrials.Part]? {
    guard parts.reduce(0, { $0 + $1.plan.updates.count }) > Self.sampledUpdates else { return nil }
    var generator = SeededGenerator(seed: settings.seed)
    var left = Self.sampledUpdates
    return parts.shuffled(using: &generator).prefix { part in
      defer { left -= part.plan.updates.count }
      return left > 0
    }.map {
      CandidateTrials.Part(
        workload: $0.workload, plan: $0.plan.thinned(to: Self.sampledUpdates))
    }
  }

  /// Of several workloads what was found on each; of one what the best do on its halves.
  private func carryover(
    _ recommendation: Recommendation, _ parts: [CandidateTrials.Part]
  ) -> Carryover? {
    guard let choice = recommendation.choice else { return nil }
    var candidates = Array(
      recommendation.candidates.filter(\.isEligible).prefix(Self.halvedBest)
        + recommendation.candidates.filter { !$0.isEligible && $0.excess() <= 1.3 }
        .prefix(Self.halvedMisses))
    if let part = parts.first, parts.count == 1 {
      guard let halves = part.plan.thinned(to: Self.sampledUpdates).halves,
        halves.allSatisfy({ $0.updates.count >= Self.fewestUpdates / 2 })
      else { return nil }
      var halved = trials(
        zip(["the first half", "the second half"], halves).map {
          CandidateTrials.Part(workload: $0, plan: $1)
        })
      candidates = halved.candidates(candidates.map(\.selection))
    }
    let (weighing, price) = (self.weighing, settings.costs.latencyPrice)
    return Carryover(candidates, choice: choice, seed: settings.seed) {
      weighing.weigh($0, price: price)
    }
  }
}

/// What is known of rows, which strategies that change single rows need.
package enum RowSupport: String, Encodable, Sendable {
  /// All there is to know.
  case known
  /// Nothing: each update has been given one.
  case invented
  /// Nothing that the caller wants to use.
  case unwanted
}

/// What people weigh, on each workload: candidates of one strategy that have it in common are one, unless
/// only one's rule keeps the goals.
private struct Fingerprint: Hashable {
  private let name: String
  private let isBound: Bool
  private let figures: [Double?]

  init(_ candidate: Candidate) {
    (name, isBound) = (candidate.entry.name, candidate.isBound)
    figures = candidate.results.flatMap { result in
      ["deliveries", "latency_mean_ms", "latency_max_ms", "main_busy_share"].map {
        result.cell.median($0)
      }
    }
  }
}
