import BenchHarness
import BenchMath

/// The user's question: goals, weighting, and facts from the recordings.
package struct Question: Codable, Sendable, Equatable {
  package let goals: [Goal]
  package let weighing: Weighing
  package let share: Double
  /// The key of the present strategy.
  package var now: String?
  /// Whether ``now`` is from the recordings.
  package var isRecorded = false
  /// Whether built-in workloads are used instead of recordings.
  package var isBuiltIn = false
  /// Whether every recording says which rows change.
  package var knowsRows = true
  /// Whether the user gave the cost of a reload, which then replaces recorded costs.
  package var isGiven = false
  /// A warning about a recording whose times are all whole seconds or minutes; nil if there is no such recording.
  package var coarse: String?
  /// The deliveries in the recordings, without duplicates.
  package var deliveries: [RecordedDeliveries] = []

  /// Whether neither a goal nor a price was given.
  private let isOpen: Bool

  package init(_ goals: [Goal] = [], hasPrice: Bool = false, share: Double = 1) {
    (self.goals, self.share) = (goals, share)
    weighing = Weighing(goals, hasPrice: hasPrice)
    isOpen = goals.isEmpty && !hasPrice
  }

  /// A limit, in ms, for the longest latency: candidates over it rank behind others. Infinite if a goal or price was
  /// given; else 100 ms (Nielsen, "Usability engineering", 1993) or, if greater, twice the fastest candidate's latency.
  func patience(_ candidates: [Candidate]) -> Double {
    let soonest = candidates.compactMap { $0.figure("latency_max_ms") }.min() ?? 0
    return isOpen ? max(100, 2 * soonest) : .infinity
  }
}

package struct RecommendationRun {
  /// Above this number of updates, a sample narrows the choice before all updates decide.
  private static let sampledUpdates = 20_000
  private static let sampledSessions = 12...200

  private let settings: RunSettings
  private let question: Question
  /// The present strategy, for comparison only; it is never proposed.
  private let now: Selection<StrategyEntry>?
  private let parts: [SessionPlan]
  private let delivery: Duration?

  package init(
    _ settings: RunSettings, _ question: Question, now: Selection<StrategyEntry>?
  ) throws {
    (self.settings, self.question, self.now) = (settings, question, now)
    // Throws now, not after a long search, if a strategy or workload needs real time.
    _ = try VirtualRun(settings)
    let parts = try settings.workloads.map { workload in
      if let trace = settings.recording(workload.key) {
        let costs = question.isGiven ? settings.costs : settings.recordedCosts(workload.key)
        return SessionPlan(workload: workload.key, times: trace.times) { trace.plan(costs: costs) }
      }
      let plan = try settings.plan(of: workload)
      return SessionPlan(workload: workload.key, times: plan.updates.intendedNanoseconds) { plan }
    }
    self.parts = parts
    // Makes one plan at a time, because there may be thousands of recordings.
    let deliveries = parts.map { part in
      let plan = part.plan
      let isSimple =
        plan.viewCount == 1 && plan.costs.screen == nil && plan.costs.contentNanoseconds == 0
        && plan.surroundings.stalls.isEmpty
      return isSimple ? plan.costs.reloadNanoseconds + plan.costs.layoutNanoseconds : nil
    }
    delivery =
      question.goals.isEmpty || deliveries.contains(nil)
      ? nil : deliveries.compactMap { $0 }.max().map { .nanoseconds(Int64($0)) }
  }

  package func run(onAdvance: (Advance) -> Void = { _ in }) throws -> Recommendation {
    Recommendation(
      search(onAdvance: onAdvance), question, settings.options, hop: settings.hop,
      noun: settings.noun)
  }

  /// Tries the same settings for every shard, but returns their results only on the workloads of `shard`, if given.
  package func search(
    shard: Shard? = nil, onAdvance: (Advance) -> Void = { _ in }
  ) -> FoundCandidates {
    let grid = CandidateGrid(question, settings.costs)
    var count = 0
    func candidates(_ trials: CandidateTrials) -> [Candidate] {
      grid.candidates(of: settings.strategies) { selections in
        onAdvance(Advance("settings", done: count, of: count + selections.count))
        count += selections.count
        return trials.candidates(selections)
      }
    }
    func others(than found: [Candidate]) -> [Selection<StrategyEntry>] {
      [now].compactMap { $0 }.filter { now in !found.contains { $0.key == now.key } }
    }
    let own = shard?.part(of: Array(parts.indices)) ?? Array(parts.indices)
    guard let sample = sample() else {
      let whole = trials(parts)
      let found = candidates(whole)
      return FoundCandidates(
        candidates: (found + whole.candidates(others(than: found))).map { $0.on(own) },
        tried: found.map(\.key))
    }
    let narrowed = candidates(trials(sample))
    let whole = trials(own.map { parts[$0] })
    onAdvance(Advance("settings on all \(settings.noun)", done: count, of: count + 1))
    let finalists = grid.finalists(of: narrowed)
    let found = whole.candidates(finalists.map(\.selection) + others(than: finalists))
    return FoundCandidates(candidates: found, tried: narrowed.map(\.key))
  }

  private func trials(_ parts: [SessionPlan]) -> CandidateTrials {
    CandidateTrials(parts, question, hop: settings.hop, delivery: delivery)
  }

  /// Excerpts of all workloads or, if there are many, of some picked at random, quiet to busy; nil for few updates.
  private func sample() -> [SessionPlan]? {
    let total = parts.reduce(0) { $0 + $1.updateCount }
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

package struct FoundCandidates: Sendable {
  let candidates: [Candidate]
  /// The keys of all settings tried, including those tried only on a sample.
  let tried: [String]
}
