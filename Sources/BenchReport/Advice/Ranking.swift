import BenchHarness

/// The order of candidates: first those that meet the goals, the best first, then the others, the nearest
/// to the goals first.
///
/// On each workload a candidate is held against the best there; what counts is where it comes worst off
/// (minimax regret). Of those that are within 5 % of the least, those come first whose rule alone keeps the
/// goals, then the simplest, then the cheapest: differences that small are the workload's, not the rule's.
struct Ranking: Sendable {
  /// What a rule and simplicity are worth, as a factor.
  static let margin = 1.05

  /// In the order of the registry.
  let candidates: [Candidate]
  private let best: [Double]
  private let simplicity: [String: Simplicity]
  private let weigh: @Sendable (Candidate.Result) -> Double

  /// Ranks `candidates`, which are in the order of the registry; `weigh` returns what is to be little.
  init(_ candidates: [Candidate], weigh: @escaping @Sendable (Candidate.Result) -> Double) {
    let eligible = candidates.filter(\.isEligible)
    (self.candidates, self.weigh) = (candidates, weigh)
    let held = eligible.isEmpty ? candidates : eligible
    best = (candidates.first?.results ?? []).indices.map { workload in
      held.map { weigh($0.results[workload]) }.min() ?? .infinity
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

  /// How many times the best of its workload `candidate` pays where it comes worst off, and the number of
  /// that workload.
  func worst(_ candidate: Candidate) -> (ratio: Double, workload: Int) {
    let ratios = ratios(candidate)
    let worst = ratios.indices.max { ratios[$0] < ratios[$1] } ?? 0
    return (ratios.isEmpty ? .infinity : ratios[worst], worst)
  }

  /// How many times the best of each workload it pays; 1 where that is nothing, and so is its own.
  func ratios(_ candidate: Candidate) -> [Double] {
    zip(candidate.results, best).map { result, best in
      let value = weigh(result)
      return value == best ? 1 : value / best
    }
  }

  func simplicity(of candidate: Candidate) -> Simplicity {
    simplicity[candidate.entry.name] ?? Simplicity(candidate.entry, place: 0)
  }
}
