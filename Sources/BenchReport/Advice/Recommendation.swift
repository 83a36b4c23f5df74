import BenchHarness

/// Which strategy suits one workload or several, and what the others would gain or lose.
package struct Recommendation: Sendable {
  package struct Case: Encodable, Sendable {
    package let workload: String
    /// The goals, as they are judged there.
    package let goals: [Goal]
  }

  /// What would be chosen at some price of waiting.
  package struct Choice: Encodable, Sendable {
    /// Nanoseconds of main that one update is worth which waits one nanosecond.
    package let price: Double
    package let strategy: String
  }

  package let cases: [Case]
  /// What decides among those that meet the goals.
  package let weighing: Weighing
  /// What the view costs, and the price of waiting.
  package let costs: CostModel
  /// How many candidates were tried, those that turned out to be doubles among them.
  package var tried: Int
  package var support = RowSupport.known
  /// On how many of the workloads the search went on, or on parts of the only one, before all of the data
  /// decided; nil for all.
  package var sampled: Int?
  /// The share of the workloads that has to meet the goals.
  package var share: Double { candidates.first?.share ?? 1 }
  /// What the workloads are to the caller, in the plural.
  package var noun = "workloads"
  /// How many of the workloads the choice meets the goals on; nil without goals, and for a single one.
  package var attainment: Attainment?
  /// How sure it is; nil where there is too little to tell.
  package var carryover: Carryover?
  /// What is missing for a sure answer, in a sentence or two; nil for nothing.
  package var shortage: String?
  /// Every candidate: those that meet the goals, the best first, then the others, the nearest to the
  /// goals first.
  package let candidates: [Candidate]
  /// What would be chosen by cost at prices around ``price``, ascending; empty where nothing meets the
  /// goals.
  package let choices: [Choice]
  /// The comparison with real time; nil until there is one.
  package var confirmation: Confirmation?
  let ranking: Ranking

  /// What `cells` say of `selections`, whose trials had those costs.
  init(
    _ selections: [Selection<StrategyEntry>], _ cells: [CellSummary], goals: [Goal],
    weighing: Weighing = .cost, costs: CostModel = CostModel()
  ) {
    let cases = cells.map(\.workload).distinct.map { workload in
      let own = cells.filter { $0.workload == workload }
      return Case(workload: workload, goals: goals.map { $0.judged(on: own) })
    }
    let all = selections.compactMap { selection -> Candidate? in
      let results = cases.compactMap { one in
        cells.first { $0.workload == one.workload && $0.strategy == selection.key }
          .map { Candidate.Result($0, one.goals) }
      }
      return results.count == cases.count ? Candidate(selection: selection, results: results) : nil
    }
    self.init(all, cases: cases, weighing: weighing, costs: costs)
  }

  init(_ all: [Candidate], cases: [Case], weighing: Weighing, costs: CostModel) {
    (self.cases, self.weighing, self.costs, tried) = (cases, weighing, costs, all.count)
    ranking = Ranking(all) { weighing.weigh($0, price: costs.latencyPrice) }
    candidates = ranking.ordered
    choices = Self.choices(all.filter(\.isEligible), around: costs.latencyPrice)
  }

  /// The same, where `cells` know all figures of some. Where a view turned out to be wrong at the end, which
  /// a search does not see, the others of that strategy are not to be trusted either.
  package func completed(by cells: [CellSummary]) -> Recommendation {
    let known = Dictionary(grouping: cells, by: \.cell)
    let failed = Set(cells.filter { !$0.isCorrect }.map { $0.strategy.prefix { $0 != ":" } })
    var completed = Recommendation(
      ranking.candidates.map { candidate in
        var candidate = candidate
        candidate.results = candidate.results.map {
          Candidate.Result(known[$0.cell.cell]?.first ?? $0.cell, $0.goals)
        }
        return candidate
      }.filter {
        !failed.contains($0.entry.name[...]) || known[Cell($0.key, cases[0].workload)] != nil
      },
      cases: cases, weighing: weighing, costs: costs)
    (completed.tried, completed.support, completed.sampled) = (tried, support, sampled)
    (completed.carryover, completed.shortage) = (carryover, shortage)
    (completed.noun, completed.attainment) = (noun, attainment)
    return completed
  }

  package var price: Double { costs.latencyPrice }

  /// From a thousandth of `price` to a thousand times as much, in factors of two.
  private static func choices(_ candidates: [Candidate], around price: Double) -> [Choice] {
    let middle = price > 0 ? price : CostModel().latencyPrice
    return (-10...10).compactMap { step in
      let other = middle * Double(sign: .plus, exponent: step, significand: 1)
      return Ranking(candidates) { $0.cost(price: other, of: price) }.ordered.first
        .map { Choice(price: other, strategy: $0.key) }
    }
  }

  package var name: String { cases.count == 1 ? cases[0].workload : "\(cases.count) \(noun)" }

  package var scope: String {
    guard let sampled, cases.count > 1 else { return "Tried \(tried) candidates in virtual time" }
    return "Tried \(tried) candidates on \(sampled) \(noun), the best \(candidates.count) on all"
  }

  /// Between which values each parameter was varied, in plain words.
  package var ranges: String {
    let varied = bestOfEach.flatMap { best in
      best.entry.parameters.compactMap { parameter -> String? in
        let values = Set(
          candidates.filter { $0.entry.name == best.entry.name }
            .map { $0.selection.values.value(of: parameter) })
        guard let least = values.min(), let most = values.max(), least < most else { return nil }
        return "\(best.entry.name) with \(parameter.name) \(parameter.text(of: least)) to "
          + "\(parameter.text(of: most)) (\(values.count) values)"
      }
    }
    return varied.isEmpty
      ? "No parameter was varied." : "Varied: \(varied.joined(separator: "; "))."
  }

  /// What is worth all figures: the best of each strategy, or, of much data, what is proposed.
  package var shown: [Candidate] { sampled == nil && cases.count == 1 ? bestOfEach : finalists }

  /// Of each strategy its first candidate, in their order.
  package var bestOfEach: [Candidate] {
    var names: Set<String> = []
    return candidates.filter { names.insert($0.entry.name).inserted }
  }
}

/// What follows from the order of the candidates.
extension Recommendation {
  /// The strategies that real time is asked about, each with its best parameters: the first three that
  /// meet the goals and do not do the same. Where none of them reloads the view, which every app can, the
  /// best that does takes the third's place; so does the best whose rule alone keeps the goals.
  package var finalists: [Candidate] {
    let latency = LatencyFigure(for: candidates.flatMap { $0.results.map(\.cell) })
    let different = bestOfEach.filter(\.isEligible).reduce(into: [Candidate]()) { different, next in
      if different.allSatisfy({ latency.isNew(next, beside: $0) }) { different.append(next) }
    }
    let first = different.prefix(3)
    let missing =
      first.contains(where: \.isReloading) ? nil : different.first(where: \.isReloading)
    let bound =
      !isUnsure || first.contains(where: \.isBound) ? nil : candidates.first(where: \.isBound)
    guard let other = missing ?? bound, other.isEligible else { return Array(first) }
    return first.prefix(2) + [other]
  }

  /// The finalists that real time did not refute.
  var remaining: [Candidate] {
    finalists.filter { confirmation?.check(of: $0.key)?.verdict != .refuted }
  }

  /// The key of what to use; nil where nothing meets the goals, or nothing still does in real time.
  package var choice: String? { remaining.first?.key }

  /// The one after the choice that says most: one that reloads the view, as every app can, where the choice
  /// does not; one whose rule keeps the goals, where the choice may miss them on other data.
  package var runnerUp: Candidate? {
    guard let chosen = remaining.first else { return nil }
    let others = remaining.dropFirst()
    let other =
      !chosen.isReloading
      ? others.first(where: \.isReloading)
      : isUnsure ? others.first { $0.isBound && !chosen.isBound } : nil
    return other ?? others.first
  }

  /// Whether what was chosen on a part of the data missed the goals on the rest, or, where a share of the
  /// workloads is to meet them, others of the kind may.
  var isUnsure: Bool {
    if share < 1, let attainment { return attainment.low < share }
    return carryover.map { $0.kept < $0.tries } ?? false
  }

  /// How an app writes the choice, with what it imports; nil where the registry does not say.
  package var swift: String? { remaining.first?.swift }

  /// What real time says of the choice; nil without a choice or a confirmation.
  package var verdict: Confirmation.Verdict? {
    choice.flatMap { confirmation?.check(of: $0)?.verdict }
  }

  /// The place among the candidates that meet the goals, from 1; nil for the others.
  func rank(of candidate: Candidate) -> Int? {
    guard candidate.isEligible else { return nil }
    return candidates.firstIndex { $0.key == candidate.key }.map { $0 + 1 }
  }

  /// What a candidate did on each workload, and what decides as a multiple of the best there; where it
  /// comes worst off first.
  package func places(of candidate: Candidate) -> [(ratio: Double, cell: CellSummary)] {
    zip(ranking.ratios(candidate), candidate.results.map(\.cell)).map { ($0, $1) }
      .sorted { $0.ratio > $1.ratio }
  }

  /// The most of a figure that a candidate has on that share of the workloads.
  package func most(
    of candidate: Candidate, on share: Double,
    _ figure: ((ratio: Double, cell: CellSummary)) -> Double?
  ) -> Double? {
    let values = places(of: candidate).compactMap(figure)
    return Deciding.place(in: values, share: share).map { values[$0] }
  }

  /// What a candidate did on the workload that decides.
  package func place(of candidate: Candidate) -> (ratio: Double, cell: CellSummary) {
    let (ratio, workload) = ranking.worst(candidate)
    return (ratio, candidate.results[workload].cell)
  }

  /// The workload that decides about the first finalist: the one for real time.
  package var hardestCase: Case? { finalists.first.map { cases[ranking.worst($0).workload] } }
}

extension LatencyFigure {
  /// Whether `one` does something else than `other` that people weigh, anywhere, or does the same and
  /// alone asks for nothing but reloads.
  func isNew(_ one: Candidate, beside other: Candidate) -> Bool {
    one.isReloading && !other.isReloading
      || zip(one.results, other.results).contains { one, other in
        tradeOff.contains { Self.differ(one.cell.median($0.metric), other.cell.median($0.metric)) }
      }
  }

  /// Whether they differ by over a twentieth.
  static func differ(_ one: Double?, _ other: Double?) -> Bool {
    guard let one, let other else { return true }
    return abs(one - other) > (Ranking.margin - 1) * max(one, other)
  }
}

extension Recommendation: Encodable {
  private enum CodingKeys: CodingKey {
    case cases, weighing, price, tried, sampled, support, share, candidates, choices, carryover
    case attainment, confirmation, choice, swift, runnerUp, runnerUpSwift, sentences
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(cases, forKey: .cases)
    try container.encode(weighing, forKey: .weighing)
    try container.encode(price, forKey: .price)
    try container.encode(tried, forKey: .tried)
    try container.encode(sampled, forKey: .sampled)
    try container.encode(share, forKey: .share)
    try container.encode(attainment, forKey: .attainment)
    try container.encode(candidates, forKey: .candidates)
    try container.encode(support, forKey: .support)
    try container.encode(choices, forKey: .choices)
    try container.encode(carryover, forKey: .carryover)
    try container.encode(confirmation, forKey: .confirmation)
    try container.encode(choice, forKey: .choice)
    try container.encode(swift, forKey: .swift)
    try container.encode(runnerUp?.key, forKey: .runnerUp)
    try container.encode(runnerUp?.swift, forKey: .runnerUpSwift)
    try container.encode(answer.sentences, forKey: .sentences)
  }
}
