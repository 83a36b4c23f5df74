import BenchHarness

package struct Recommendation: Sendable {
  package struct Case: Encodable, Sendable {
    package let workload: String
    package let goals: [Goal]
  }

  package struct Choice: Encodable, Sendable {
    /// Main-thread time per time waited, in ns per ns.
    package let price: Double
    package let strategy: String
  }

  package let cases: [Case]
  package let weighing: Weighing
  package let costs: CostModel
  /// Including duplicates.
  package var tried: Int
  package var support = RowSupport.known
  /// How many workloads, or parts of the only one, the search was narrowed on; nil for all.
  package var sampled: Int?
  package var share: Double { candidates.first?.share ?? 1 }
  /// What to call the workloads, in the plural.
  package var noun = "workloads"
  /// Nil without goals, and for one workload.
  package var attainment: Attainment?
  /// Nil with too little data.
  package var carryover: Carryover?
  package var shortage: String?
  /// In the order of ``Ranking``.
  package let candidates: [Candidate]
  /// The choice by cost at each price around ``price``, ascending.
  package let choices: [Choice]
  package var confirmation: Confirmation?
  let ranking: Ranking

  init(_ all: [Candidate], cases: [Case], weighing: Weighing, costs: CostModel) {
    (self.cases, self.weighing, self.costs, tried) = (cases, weighing, costs, all.count)
    ranking = Ranking(all) { weighing.weigh($0, price: costs.latencyPrice) }
    candidates = ranking.ordered
    choices = Self.choices(all.filter(\.isEligible), around: costs.latencyPrice)
  }

  /// With all figures of `cells`. If a view was wrong at the end, which a search does not see,
  /// untried candidates of that strategy are dropped.
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

  /// From a thousandth to a thousand times `price`, in factors of two.
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

  /// What gets all figures: the best of each strategy, or the finalists if there is much data.
  package var shown: [Candidate] { sampled == nil && cases.count == 1 ? bestOfEach : finalists }

  package var bestOfEach: [Candidate] {
    var names: Set<String> = []
    return candidates.filter { names.insert($0.entry.name).inserted }
  }
}

extension Recommendation {
  /// The first three different strategies that meet the goals, for real time. The third place goes
  /// to the best that reloads, or keeps the goals by rule, if none does.
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

  var remaining: [Candidate] {
    finalists.filter { confirmation?.check(of: $0.key)?.verdict != .refuted }
  }

  package var choice: String? { remaining.first?.key }

  /// Preferably one that reloads if the choice does not, or one that keeps the goals by rule if the
  /// choice is unsure.
  package var runnerUp: Candidate? {
    guard let chosen = remaining.first else { return nil }
    let others = remaining.dropFirst()
    let other =
      !chosen.isReloading
      ? others.first(where: \.isReloading)
      : isUnsure ? others.first { $0.isBound && !chosen.isBound } : nil
    return other ?? others.first
  }

  /// Whether the choice on a part of the data missed the goals on the rest, or too few other
  /// sessions may meet them.
  var isUnsure: Bool {
    if share < 1, let attainment { return attainment.low < share }
    return carryover.map { $0.kept < $0.tries } ?? false
  }

  package var swift: String? { remaining.first?.swift }

  package var verdict: Confirmation.Verdict? {
    choice.flatMap { confirmation?.check(of: $0)?.verdict }
  }

  /// From 1; nil if it misses the goals.
  func rank(of candidate: Candidate) -> Int? {
    guard candidate.isEligible else { return nil }
    return candidates.firstIndex { $0.key == candidate.key }.map { $0 + 1 }
  }

  /// By workload, with the ratio to the best; the worst first.
  package func places(of candidate: Candidate) -> [(ratio: Double, cell: CellSummary)] {
    zip(ranking.ratios(candidate), candidate.results.map(\.cell)).map { ($0, $1) }
      .sorted { $0.ratio > $1.ratio }
  }

  package func most(
    of candidate: Candidate, on share: Double,
    _ figure: ((ratio: Double, cell: CellSummary)) -> Double?
  ) -> Double? {
    let values = places(of: candidate).compactMap(figure)
    return Deciding.place(in: values, share: share).map { values[$0] }
  }

  /// On the workload that decides.
  package func place(of candidate: Candidate) -> (ratio: Double, cell: CellSummary) {
    let (ratio, workload) = ranking.worst(candidate)
    return (ratio, candidate.results[workload].cell)
  }

  /// The one to run in real time.
  package var hardestCase: Case? { finalists.first.map { cases[ranking.worst($0).workload] } }
}

extension LatencyFigure {
  /// Whether any weighed figure differs, or only `one` reloads.
  func isNew(_ one: Candidate, beside other: Candidate) -> Bool {
    one.isReloading && !other.isReloading
      || zip(one.results, other.results).contains { one, other in
        tradeOff.contains { Self.differ(one.cell.median($0.metric), other.cell.median($0.metric)) }
      }
  }

  /// By over 5 %.
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
