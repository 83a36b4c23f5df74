import BenchHarness

/// The order of candidates: first those that meet the goals, the best first, then the others, the nearest
/// to the goals first.
///
/// On each workload a candidate is held against the best there; what counts is where it comes worst off
/// (minimax regret), or, where a share of the workloads is enough, the worst of these. Of those that are
/// within 5 % of the least, those come first whose rule alone keeps the goals, then the simplest, then the
/// cheapest: differences that small are the workload's, not the rule's.
struct Ranking: Sendable {
  /// What a rule and simplicity are worth, as a factor.
  static let margin = 1.05

  /// In the order of the registry.
  let candidates: [Candidate]
  private let simplicity: [String: Simplicity]
  /// Of each candidate, by its key, what ``ratios(_:)`` and ``worst(_:)`` return.
  private let standings: [String: (ratios: [Double], worst: (ratio: Double, workload: Int))]

  /// Ranks `candidates`, which are in the order of the registry; `weigh` returns what is to be little.
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

  /// The one that pays the least where it comes worst off, however simple; nil where none meets the goals.
  var least: Candidate? {
    candidates.filter(\.isEligible).min { worst($0).ratio < worst($1).ratio }
  }

  /// How many times the best of its workload `candidate`, one of those that are ranked, pays on the workload
  /// that decides, and the number of that.
  func worst(_ candidate: Candidate) -> (ratio: Double, workload: Int) {
    standings[candidate.key]?.worst ?? (.infinity, 0)
  }

  /// How many times the best of each workload it pays; 1 where that is nothing, and so is its own.
  func ratios(_ candidate: Candidate) -> [Double] { standings[candidate.key]?.ratios ?? [] }

  func simplicity(of candidate: Candidate) -> Simplicity {
    simplicity[candidate.entry.name] ?? Simplicity(candidate.entry, place: 0)
  }
}
