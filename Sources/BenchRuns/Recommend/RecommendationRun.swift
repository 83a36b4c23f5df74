import BenchHarness
import BenchMath
import BenchReport

package struct RecommendationRun: Sendable {
  /// Above this number of updates, a sample narrows the choice before all updates decide.
  private static let sampledUpdates = 20_000
  private static let sampledSessions = 12...200

  package let settings: RunSettings
  package let question: Question
  /// The present strategy, for comparison only; it is never proposed.
  private let now: Selection<StrategyEntry>?
  private let parts: [SessionPlan]
  /// The duration of the longest delivery, for computing guarantees; nil if no rule can guarantee the goals.
  let delivery: Duration?
  let metrics: [Metric]

  package init(
    _ settings: RunSettings, _ question: Question, now: Selection<StrategyEntry>?
  ) throws {
    (self.settings, self.question, self.now) = (settings, question, now)
    // Throws now, not after a long search, if a strategy or workload needs real time.
    try settings.checkVirtual()
    let parts = try settings.workloads.map { workload in
      let single = workload.entry.name == "trace" ? settings.trace : nil
      if let trace = settings.recording(workload.key) ?? single {
        let costs = question.isGiven ? settings.costs : settings.recordedCosts(workload.key)
        return SessionPlan(workload.key, trace, costs: costs, isGiven: question.isGiven)
      }
      return SessionPlan(workload.key, try settings.plan(of: workload))
    }
    self.parts = parts
    metrics = Goal.metrics(of: question.goals)
    // Makes one plan at a time, because there may be thousands of recordings.
    let deliveries = parts.map { part in
      let plan = part.make()
      let isSimple =
        plan.viewCount == 1 && plan.costs.screen == nil && plan.costs.contentNanoseconds == 0
        && plan.surroundings.stalls.isEmpty
      return isSimple ? plan.costs.reloadNanoseconds + plan.costs.layoutNanoseconds : nil
    }
    delivery =
      question.goals.isEmpty || deliveries.contains(nil)
      ? nil : deliveries.compactMap { $0 }.max().map { .nanoseconds(Int64($0)) }
  }

  package func run(onAdvance: (Advance) -> Void = { _ in }) -> Recommendation {
    Recommendation(completing: search(onAdvance: onAdvance))
  }

  /// Tries the same settings for every shard, but returns their results only on the workloads of `shard`, if given.
  package func search(
    shard: Shard? = nil, onAdvance: (Advance) -> Void = { _ in }
  ) -> Recommendation.Found {
    let grid = CandidateGrid(question, settings.costs)
    var count = 0
    func attempts(on parts: [SessionPlan]) -> [Candidate] {
      grid.candidates(of: settings.strategies) { selections in
        onAdvance(Advance("settings", done: count, of: count + selections.count))
        count += selections.count
        return candidates(selections, on: parts)
      }
    }
    func others(than found: [Candidate]) -> [Selection<StrategyEntry>] {
      [now].compactMap { $0 }.filter { now in
        now.entry.name != StrategyEntry.recorded.name && !found.contains { $0.key == now.key }
      }
    }
    let own = shard?.part(of: Array(parts.indices)) ?? Array(parts.indices)
    let ownParts = own.map { parts[$0] }
    let hasRecorded = parts.contains { $0.recorded != nil }
    let present = hasRecorded ? now.map { recorded($0, on: ownParts) } : nil
    guard let sample = sample() else {
      let tried = attempts(on: parts)
      let all = tried + candidates(others(than: tried), on: parts)
      return Recommendation.Found(
        question, settings, candidates: all.map { $0.on(own) }, tried: tried, now: present)
    }
    let tried = attempts(on: sample)
    onAdvance(Advance("settings on all \(settings.noun)", done: count, of: count + 1))
    let finalists = grid.finalists(of: tried)
    let found = candidates(
      finalists.map(\.selection) + others(than: finalists), on: ownParts)
    return Recommendation.Found(question, settings, candidates: found, tried: tried, now: present)
  }

  /// Excerpts of all workloads or, if there are many, of some picked at random, quiet to busy; nil for few updates.
  private func sample() -> [SessionPlan]? {
    let total = parts.reduce(0) { $0 + $1.times.count }
    guard total > Self.sampledUpdates else { return nil }
    let room = Self.sampledUpdates * parts.count / total
    let count = min(
      parts.count, max(Self.sampledSessions.lowerBound, min(room, Self.sampledSessions.upperBound)))
    let rates = parts.map { $0.deliveryRate(spacing: 100_000_000) }
    let ordered = parts.indices.sorted { (rates[$0], $0) < (rates[$1], $1) }
    var generator = SeededGenerator(seed: settings.seed)
    return (0..<count).map { number in
      let places = number * parts.count / count..<(number + 1) * parts.count / count
      let isInside = number > 0 && number < count - 1
      let place =
        isInside ? Int.random(in: places, using: &generator) : number == 0 ? 0 : parts.count - 1
      return parts[ordered[place]].thinned(to: max(1, Self.sampledUpdates / count))
    }
  }
}
