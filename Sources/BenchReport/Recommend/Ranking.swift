import BenchHarness

/// Orders the candidates of one group: first those that meet the goals, the best first, then the others, those nearest
/// to the goals first. Judges each by the workload on which it is furthest from the best candidate (minimax regret),
/// apart from the allowed exceptions. Orders those about as good as the first (within 5 %, or not noticeably worse) by
/// whether their rule guarantees the goals, whether a lone update waits under 20 ms longer than with the quickest of
/// them, simplicity, then cost.
package struct Ranking: Sendable {
  package let candidates: [Candidate]
  private let question: Question
  private let price: Double
  /// The place of each strategy's first candidate in ``candidates``, by the strategy's name.
  private let places: [String: Int]
  private let worsts: [String: (ratio: Double, workload: Int)]
  private let tiers: Tiers?

  init(_ candidates: [Candidate], _ question: Question, _ price: Double) {
    (self.candidates, self.question, self.price) = (candidates, question, price)
    let isEligible = candidates.map(\.isEligible)
    let isAnyEligible = isEligible.contains(true)
    let weights = candidates.map { $0.results.map { question.weighing.weigh($0, price: price) } }
    var best = [Double](repeating: .infinity, count: candidates.first?.results.count ?? 0)
    let tiers = question.weighing == .mainBusy ? Tiers(candidates.filter(\.isEligible)) : nil
    self.tiers = tiers
    // A setting that shows less could be cheaper than the best one.
    for (number, own) in weights.enumerated()
    where (isEligible[number] || !isAnyEligible) && (tiers?.rank(of: candidates[number]) ?? 0) == 0
    {
      for place in best.indices { best[place] = min(best[place], own[place]) }
    }
    worsts = zip(candidates, weights).reduce(into: [:]) { worsts, next in
      let ratios = zip(next.1, best).map { $0 == $1 ? 1 : $0 / $1 }
      let place = question.decidingPlace(in: ratios)
      worsts[next.0.key] = place.map { (ratio: ratios[$0], workload: $0) }
    }
    places = Dictionary(
      candidates.enumerated().map { ($1.entry.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  package static func byGroup(
    _ candidates: [Candidate], _ question: Question, _ price: Double
  ) -> [Ranking] {
    DeliveryGroup.allCases.compactMap { group in
      let own = candidates.filter { $0.group == group }
      return own.isEmpty ? nil : Ranking(own, question, price)
    }
  }

  package var ordered: [Candidate] {
    let keyed = candidates.enumerated().map { place, candidate in
      (candidate, key: (excess: excess(candidate), ratio: worst(candidate).ratio, place))
    }.sorted { $0.key < $1.key }
    let all = keyed.map(\.0)
    guard let (first, key) = keyed.first, first.isEligible else { return all }
    let near = keyed.filter { candidate, own in
      candidate.isEligible && own.excess == key.excess
        && (own.ratio <= key.ratio * Noticeable.ratio
          || !candidate.isWorse(than: first, by: question.weighing.metrics))
    }.map(\.0)
    let soonest = near.map(\.loneLatency).min() ?? 0
    let keys = near.map { candidate in
      let isLate = candidate.loneLatency >= soonest + Noticeable.milliseconds
      return preference(for: candidate, isLate: isLate)
    }
    let rests = near.map(rest)
    let order = near.indices.sorted { one, other in
      keys[one] == keys[other] ? rests[one] < rests[other] : keys[one] < keys[other]
    }
    return order.map { near[$0] } + all.filter { one in !near.contains { $0.key == one.key } }
  }

  /// The candidate nearest to the goals or, if several meet the goals, the best of these, regardless of simplicity.
  package func nearest(of candidates: [Candidate]) -> Candidate? {
    candidates.map { ($0, (excess($0), worst($0).ratio)) }.min { $0.1 < $1.1 }?.0
  }

  /// The factor by which the candidate misses the goals; if it meets them, how it ranks before main-thread time counts.
  private func excess(_ candidate: Candidate) -> Double {
    guard candidate.isEligible else { return candidate.excess() }
    return tiers?.rank(of: candidate) ?? 0
  }

  /// The candidate's ratio to the best one on the deciding workload, and the index of that workload.
  func worst(_ candidate: Candidate) -> (ratio: Double, workload: Int) {
    worsts[candidate.key] ?? (.infinity, 0)
  }

  /// What decides between candidates that are about as good, the most important first; lower is better.
  private typealias Preference = (
    unbound: Int, late: Int, asked: Int, broken: Int, foreign: Int, parameters: Int
  )

  private func preference(for candidate: Candidate, isLate: Bool) -> Preference {
    let entry = candidate.entry
    return (
      unbound: candidate.isBound ? 0 : 1, late: isLate ? 1 : 0,
      asked: candidate.selection.delivery.demand, broken: entry.breaks.count,
      foreign: entry.isInCoalesce ? 0 : 1, parameters: entry.parameters.count { !$0.isQuiet }
    )
  }

  private func rest(_ candidate: Candidate) -> (place: Int, cost: Double) {
    (
      places[candidate.entry.name] ?? 0,
      candidate.results.reduce(0) { $0 + $1.cost(price: price) }
    )
  }
}

extension DeliveryKind {
  /// How much deliveries ask of the app.
  fileprivate var demand: Int {
    switch self {
    case .reload: 0
    case .rowChange, .rows: 1
    case .sections: 2
    case .list: 3
    case .none: 4
    }
  }
}

/// The criteria before main-thread time, for candidates that meet the goals: half of the busiest second stays free, or
/// as much as possible; then fewest hitches; then most pictures, up to 30 a second.
private struct Tiers {
  private var busiest = 0.5, hitches = Double.infinity, pictures = 0.0

  init(_ candidates: [Candidate]) {
    busiest = max(0.5, candidates.compactMap { $0.figure(.mainBusyPeakShare) }.min() ?? 0)
    let free = candidates.filter { isFree($0) }
    hitches = (free.compactMap { $0.figure(.hitchRatio) }.min() ?? 0) + 1
    let smooth = free.filter { $0.figure(.hitchRatio) ?? 0 <= hitches }
    pictures = (smooth.map(Self.pictures).max() ?? 0) - 5
  }

  private func isFree(_ candidate: Candidate) -> Bool {
    candidate.figure(.mainBusyPeakShare) ?? 0 <= busiest * (1 + 1e-9)
  }

  private static func pictures(_ candidate: Candidate) -> Double {
    min(30, candidate.figure(.picturesPerSecond) ?? 30)
  }

  /// From 0 for the best; always under 1, which a candidate that misses a goal exceeds.
  func rank(of candidate: Candidate) -> Double {
    (isFree(candidate) ? 0 : 0.5) + (candidate.figure(.hitchRatio) ?? 0 <= hitches ? 0 : 0.25)
      + (Self.pictures(candidate) >= pictures ? 0 : 0.125)
  }
}
