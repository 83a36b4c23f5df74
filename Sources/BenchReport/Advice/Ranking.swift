import BenchHarness

/// Candidates that meet the goals come first, the best first, then the others by distance.
///
/// Each is compared with the best of each workload, and judged where it does worst (minimax
/// regret), or where the required share is reached. Within 5 % of the least, rules that keep the
/// goals come first, then the simplest, then the cheapest: so small a difference is due to the
/// workload.
struct Ranking: Sendable {
  static let margin = 1.05

  let candidates: [Candidate]
  private let simplicity: [String: Simplicity]
  private let standings: [String: (ratios: [Double], worst: (ratio: Double, workload: Int))]

  /// `candidates` are in the order of the registry.
  init(_ candidates: [Candidate], weigh: (Candidate.Result) -> Double) {
    self.candidates = candidates
    let isEligible = candidates.map(\.isEligible)
    let isAnyEligible = isEligible.contains(true)
    let weights = candidates.map { $0.results.map(weigh) }
    var best = [Double](repeating: .infinity, count: candidates.first?.results.count ?? 0)
    for (number, own) in weights.enumerated() where isEligible[number] || !isAnyEligible {
      for place in best.indices { best[place] = min(best[place], own[place]) }
    }
    standings = zip(candidates, weights).reduce(into: [:]) { standings, next in
      let ratios = zip(next.1, best).map { $0 == $1 ? 1 : $0 / $1 }
      let place = Deciding.place(in: ratios, share: next.0.share)
      let worst = place.map { (ratio: ratios[$0], workload: $0) }
      standings[next.0.key] = (ratios, worst ?? (ratio: .infinity, workload: 0))
    }
    simplicity = candidates.enumerated().reduce(into: [:]) { places, next in
      let entry = next.element.entry
      places[entry.name] = places[entry.name] ?? Simplicity(entry, place: next.offset)
    }
  }

  var ordered: [Candidate] {
    let keyed = candidates.enumerated().map { position, candidate in
      (
        candidate: candidate, excess: candidate.isEligible ? 0 : candidate.excess(),
        ratio: worst(candidate).ratio, position: position
      )
    }.sorted { ($0.excess, $0.ratio, $0.position) < ($1.excess, $1.ratio, $1.position) }
    let limit = (keyed.first?.ratio ?? 0) * Self.margin
    let near = keyed.prefix { $0.candidate.isEligible && $0.ratio <= limit }.sorted {
      guard $0.candidate.isBound == $1.candidate.isBound else { return $0.candidate.isBound }
      let (one, other) = (simplicity(of: $0.candidate), simplicity(of: $1.candidate))
      return one == other ? ($0.ratio, $0.position) < ($1.ratio, $1.position) : one < other
    }
    return near.map(\.candidate) + keyed.dropFirst(near.count).map(\.candidate)
  }

  /// The cheapest on its worst workload, however simple.
  var least: Candidate? {
    candidates.filter(\.isEligible).min { worst($0).ratio < worst($1).ratio }
  }

  /// The ratio to the best on the workload that decides, and that workload's number.
  func worst(_ candidate: Candidate) -> (ratio: Double, workload: Int) {
    standings[candidate.key]?.worst ?? (.infinity, 0)
  }

  /// The ratio to the best of each workload; 1 for 0 ÷ 0.
  func ratios(_ candidate: Candidate) -> [Double] { standings[candidate.key]?.ratios ?? [] }

  func simplicity(of candidate: Candidate) -> Simplicity {
    simplicity[candidate.entry.name] ?? Simplicity(candidate.entry, place: 0)
  }
}
