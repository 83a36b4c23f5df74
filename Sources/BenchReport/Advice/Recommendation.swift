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
  /// The price of waiting, in nanoseconds of main a nanosecond.
  package let price: Double
  /// What was tried, in plain words.
  package let tried: String
  /// Every candidate: those that meet the goals, the best first, then the others, the nearest to the
  /// goals first.
  package let candidates: [Candidate]
  /// What would be chosen by cost at prices around ``price``, ascending; empty where nothing meets the
  /// goals.
  package let choices: [Choice]
  /// The comparison with real time; nil until there is one.
  package var confirmation: Confirmation?
  let ranking: Ranking

  /// What `cells` say of the candidates of `grid`, whose trials had that price of waiting.
  package init(
    _ grid: CandidateGrid, _ cells: [CellSummary], goals: [Goal], weighing: Weighing = .cost,
    price: Double = CostModel().latencyPrice
  ) {
    let cases = cells.map(\.workload).distinct.map { workload in
      let own = cells.filter { $0.workload == workload }
      return Case(workload: workload, goals: goals.map { $0.judged(on: own) })
    }
    let all = grid.candidates.compactMap { selection -> Candidate? in
      let results = cases.compactMap { one in
        cells.first { $0.workload == one.workload && $0.strategy == selection.key }
          .map { Candidate.Result($0, one.goals) }
      }
      return results.count == cases.count ? Candidate(selection: selection, results: results) : nil
    }
    (self.cases, self.weighing, self.price, tried) = (cases, weighing, price, grid.description)
    ranking = Ranking(all) { weighing.weigh($0, price: price) }
    candidates = ranking.ordered
    choices = Self.choices(all.filter(\.isEligible), around: price)
  }

  /// From a thousandth of `price` to a thousand times as much, in factors of two.
  private static func choices(_ candidates: [Candidate], around price: Double) -> [Choice] {
    let middle = price > 0 ? price : CostModel().latencyPrice
    return (-10...10).compactMap { step in
      let other = middle * Double(sign: .plus, exponent: step, significand: 1)
      return Ranking(candidates) { $0.cost(price: other, of: price) }.ordered.first
        .map { Choice(price: other, strategy: $0.key) }
    }
  }

  package var name: String { cases.count == 1 ? cases[0].workload : "\(cases.count) workloads" }

  package var scope: String {
    "Tried \(candidates.count) candidates of \(bestOfEach.count) strategies in virtual time"
  }

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
  /// best that does takes the third's place.
  package var finalists: [Candidate] {
    let latency = LatencyFigure(for: candidates.flatMap { $0.results.map(\.cell) })
    let different = bestOfEach.filter(\.isEligible).reduce(into: [Candidate]()) { different, next in
      if different.allSatisfy({ latency.isNew(next, beside: $0) }) { different.append(next) }
    }
    let first = different.prefix(3)
    guard !first.contains(where: \.isReloading), let other = different.first(where: \.isReloading)
    else { return Array(first) }
    return first.prefix(2) + [other]
  }

  /// The finalists that real time did not refute.
  var remaining: [Candidate] {
    finalists.filter { confirmation?.check(of: $0.key)?.verdict != .refuted }
  }

  /// The key of what to use; nil where nothing meets the goals, or nothing still does in real time.
  package var choice: String? { remaining.first?.key }

  /// How an app writes the choice; nil where the registry does not say.
  package var swift: String? {
    remaining.first.flatMap { $0.entry.swift?($0.selection.values) }
  }

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

  /// The workload on which the first finalist comes worst off: the one for real time.
  package var hardestCase: Case? {
    finalists.first.flatMap(places)?.first.flatMap { place in
      cases.first { $0.workload == place.cell.workload }
    }
  }
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
    case cases, weighing, price, tried, candidates, choices, confirmation, choice, swift, sentences
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(cases, forKey: .cases)
    try container.encode(weighing, forKey: .weighing)
    try container.encode(price, forKey: .price)
    try container.encode(tried, forKey: .tried)
    try container.encode(candidates, forKey: .candidates)
    try container.encode(choices, forKey: .choices)
    try container.encode(confirmation, forKey: .confirmation)
    try container.encode(choice, forKey: .choice)
    try container.encode(swift, forKey: .swift)
    try container.encode(answer.sentences, forKey: .sentences)
  }
}
