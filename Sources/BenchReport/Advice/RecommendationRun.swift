import BenchHarness
import BenchMath

/// The user's question: goals, weighting and what the rows support.
package struct Question: Codable, Sendable, Equatable {
  package let goals: [Goal]
  package let weighing: Weighing
  package let support: RowSupport
  package let share: Double

  package init(
    goals: [Goal], weighing: Weighing, support: RowSupport = .known, share: Double = 1
  ) {
    (self.goals, self.weighing, self.support, self.share) = (goals, weighing, support, share)
  }

  func weigh(_ costs: CostModel) -> @Sendable (Candidate.Result) -> Double {
    { [weighing] in weighing.weigh($0, price: costs.latencyPrice) }
  }
}

package struct RecommendationRun {
  /// Above this, a sample narrows the search, and all updates decide.
  private static let sampledUpdates = 20_000
  private static let sampledSessions = 12...200

  private let settings: RunSettings
  private let question: Question
  private let parts: [SessionPlan]
  /// The longest delivery; nil if rules of strategies say nothing about the goals.
  private let delivery: Duration?

  package init(_ settings: RunSettings, _ question: Question) throws {
    (self.settings, self.question) = (settings, question)
    // Refuses what needs real time before a long search.
    _ = try VirtualRun(settings)
    let parts = try settings.workloads.map { workload in
      try settings.recording(workload.key).map {
        SessionPlan(workload.key, $0, settings.costs)
      } ?? SessionPlan(workload.key, settings.plan(of: workload))
    }
    self.parts = parts
    // One plan at a time: there may be thousands of recordings.
    let deliveries = parts.map { part in
      let plan = part.plan
      let isSimple =
        plan.viewCount == 1 && plan.costs.screen == nil && plan.costs.contentNanoseconds == 0
      return isSimple ? plan.costs.reloadNanoseconds + plan.costs.layoutNanoseconds : nil
    }
    delivery =
      question.goals.isEmpty || deliveries.contains(nil)
      ? nil : deliveries.compactMap { $0 }.max().map { .nanoseconds(Int64($0)) }
  }

  package func run(onAdvance: (Advance) -> Void = { _ in }) throws -> Recommendation {
    let found = try search(onAdvance: onAdvance)
    var recommendation = Recommendation(found, question, settings.options, noun: settings.noun)
    if parts.count == 1 { recommendation.carryover = halved(recommendation) }
    return recommendation
  }

  /// The search is the same for every shard.
  package func search(
    shard: Shard? = nil, onAdvance: (Advance) -> Void = { _ in }
  ) throws -> FoundCandidates {
    let search = CandidateSearch(
      question.goals, weighing: question.weighing, costs: settings.costs,
      updates: parts.reduce(0) { $0 + $1.updateCount })
    var count = 0
    func tried(
      _ trials: inout CandidateTrials, _ selections: [Selection<StrategyEntry>]
    ) -> [Candidate] {
      onAdvance(Advance("candidates", done: count, of: count + selections.count))
      count += selections.count
      return trials.candidates(selections)
    }
    let own = shard?.part(of: Array(parts.indices)) ?? Array(parts.indices)
    guard let sample = sample() else {
      var whole = trials(parts)
      let found = search.candidates(of: settings.strategies) { tried(&whole, $0) }
      return FoundCandidates(
        found.map { $0.on(own) }, goals: own.map { whole.parts[$0].goals ?? [] }, tried: count)
    }
    var part = trials(sample)
    let narrowed = search.candidates(of: settings.strategies) { tried(&part, $0) }
    guard parts.count > 1 else {
      var whole = trials(parts)
      let found = search.candidates(of: settings.strategies, near: narrowed) { tried(&whole, $0) }
      return FoundCandidates(
        found, goals: whole.parts.map { $0.goals ?? [] }, tried: count, sampled: 1)
    }
    var whole = trials(own.map { parts[$0] })
    onAdvance(Advance("candidates on all \(settings.noun)", done: count, of: count + 1))
    let found = whole.candidates(search.finalists(of: narrowed).map(\.selection))
    return FoundCandidates(
      found, goals: whole.parts.map { $0.goals ?? [] }, tried: count, sampled: sample.count)
  }

  private func trials(_ parts: [SessionPlan]) -> CandidateTrials {
    CandidateTrials(
      parts, goals: question.goals, share: question.share, hop: settings.hop, delivery: delivery,
      // The best of a single workload run once more, with all figures.
      checksRows: self.parts.count > 1)
  }

  /// Stretches of long workloads; of many workloads, a random choice from the quietest to the
  /// busiest. Nil if all of it is small enough.
  private func sample() -> [SessionPlan]? {
    let total = parts.reduce(0) { $0 + $1.updateCount }
    guard total > Self.sampledUpdates else { return nil }
    let room = Self.sampledUpdates * parts.count / total
    let count = min(
      parts.count, max(Self.sampledSessions.lowerBound, min(room, Self.sampledSessions.upperBound)))
    let spacing = CandidateSearch(
      question.goals, weighing: question.weighing, costs: settings.costs
    ).usualSpacing
    let rates = parts.map { $0.deliveryRate(spacing: spacing) }
    let ordered = parts.indices.sorted { (rates[$0], $0) < (rates[$1], $1) }
    var generator = SeededGenerator(seed: settings.seed)
    return (0..<count).map { number in
      let places = number * parts.count / count..<(number + 1) * parts.count / count
      let place =
        number == 0
        ? 0
        : number == count - 1
          ? parts.count - 1 : Int.random(in: places, using: &generator)
      return parts[ordered[place]].thinned(to: max(1, Self.sampledUpdates / count))
    }
  }

  private func halved(_ recommendation: Recommendation) -> Carryover? {
    guard let choice = recommendation.choice,
      let halves = parts[0].plan.thinned(to: Self.sampledUpdates).halves,
      halves.allSatisfy({ $0.updates.count >= Recommendation.fewestUpdates / 2 })
    else { return nil }
    var halved = trials(
      zip(["the first half", "the second half"], halves).map { SessionPlan($0, $1) })
    return Carryover(
      halved.candidates(recommendation.near.map(\.selection)), choice: choice, seed: settings.seed,
      weigh: question.weigh(settings.costs))
  }
}

package struct FoundCandidates: Sendable {
  let candidates: [Candidate]
  let goals: [[Goal]]
  let tried: Int
  let sampled: Int?

  init(_ candidates: [Candidate], goals: [[Goal]], tried: Int, sampled: Int? = nil) {
    (self.candidates, self.goals) = (candidates, goals)
    (self.tried, self.sampled) = (tried, sampled)
  }
}

extension Recommendation {
  /// The fewest updates, and deliveries of the choice, to be sure.
  static let (fewestUpdates, fewestDeliveries) = (100, 10)

  /// What a half of the data might choose.
  fileprivate var near: [Candidate] {
    Array(
      candidates.filter(\.isEligible).prefix(25)
        + candidates.filter { !$0.isEligible && $0.excess() <= 1.3 }.prefix(15))
  }

  package init(
    _ found: FoundCandidates, _ question: Question, _ options: RunOptions, noun: String
  ) {
    var seen: Set<Fingerprint> = []
    self.init(
      found.candidates.filter { !$0.isCorrect || seen.insert(Fingerprint($0)).inserted },
      cases: zip(options.workloads, found.goals).map(Case.init), weighing: question.weighing,
      costs: options.costs)
    (tried, sampled) = (found.tried, found.sampled)
    (support, self.noun) = (question.support, noun)
    guard let chosen = remaining.first else { return }
    shortage = shortage(of: chosen)
    guard cases.count > 1 else { return }
    carryover = Carryover(
      near, choice: chosen.key, seed: options.seed, weigh: question.weigh(options.costs))
    if !question.goals.isEmpty { attainment = Attainment(chosen, seed: options.seed) }
  }

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
}

package enum RowSupport: String, Codable, Sendable {
  case known
  /// A row was made up for each update.
  case invented
  /// The caller excluded row changes.
  case unwanted
}

/// Candidates of a strategy with equal figures count once, unless only one keeps the goals by rule.
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
