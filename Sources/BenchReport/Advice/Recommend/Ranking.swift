import BenchHarness

/// What decides among the candidates that meet the goals.
package enum Weighing: String, Encodable, Sendable {
  /// Main's time and waiting, at a price.
  case cost
  /// Main's time alone.
  case mainBusy
  /// The mean latency alone.
  case latency

  /// What people ask for who state these goals. Who limits how long updates wait wants the cheapest that
  /// does; who limits what main spends, the soonest. A price that was given decides in any case, and one
  /// is needed where both are limited, or nothing is.
  package init(_ goals: [Goal], hasPrice: Bool) {
    let kinds = Set(goals.map(\.isOfLatency))
    self = hasPrice || kinds.count != 1 ? .cost : kinds == [true] ? .mainBusy : .latency
  }

  func weigh(_ result: Candidate.Result, price: Double) -> Double {
    switch self {
    case .cost: result.cost(price: price, of: price)
    case .mainBusy: result.figure("main_busy_share") ?? .infinity
    case .latency: result.figure("latency_mean_ms") ?? .infinity
    }
  }
}

/// How little a strategy asks of an app. Compared in this order: what its deliveries ask for, how many
/// promises it is known to break, whether it takes more than the library `Coalesce`, how many parameters
/// it has, and its place in the registry, which goes from the plain to the elaborate.
struct Simplicity: Comparable {
  private let parts: [Int]

  init(_ entry: StrategyEntry, place: Int) {
    let asked =
      switch entry.delivery {
      case .reload: 0
      case .rowChange: 1
      case .sections: 2
      case .list: 3
      case .none: 4
      }
    parts = [
      asked, entry.breaks.count, entry.isCoalescer ? 0 : 1, entry.parameters.count, place,
    ]
  }

  static func < (one: Self, other: Self) -> Bool {
    one.parts.lexicographicallyPrecedes(other.parts)
  }

  /// What makes it simpler than `other`, of itself; nil where nothing but its place does.
  func reason(against other: Simplicity) -> String? {
    let reasons = [
      "its deliveries ask less of the app", "it breaks fewer promises",
      "the library Coalesce has it", "it has less to set",
    ]
    let first = zip(reasons, zip(parts, other.parts)).first { $0.1.0 != $0.1.1 }
    return first.flatMap { $0.1.0 < $0.1.1 ? $0.0 : nil }
  }
}

/// The order of candidates: first those that meet the goals, the best first, then the others, the nearest
/// to the goals first.
///
/// On each workload a candidate is held against the best there; what counts is where it comes worst off
/// (minimax regret). Of those that are within 5 % of the least, the simplest comes first, and of equally
/// simple ones the soonest: differences that small are the workload's, not the rule's.
struct Ranking: Sendable {
  /// What simplicity and earlier updates are worth, as a factor.
  static let margin = 1.05

  /// In the order of the registry.
  let candidates: [Candidate]
  private let best: [Double]
  private let simplicity: [String: Simplicity]
  private let weigh: @Sendable (Candidate.Result) -> Double

  /// Ranks `candidates`, which are in the order of the registry; `weigh` answers what is to be little.
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

  /// The candidates in their order.
  var ordered: [Candidate] {
    let keyed = candidates.enumerated().map { position, candidate in
      Keyed(
        candidate: candidate, excess: candidate.isEligible ? 0 : candidate.excess(),
        ratio: worst(candidate).ratio, position: position)
    }.sorted { ($0.excess, $0.ratio, $0.position) < ($1.excess, $1.ratio, $1.position) }
    let limit = (keyed.first?.ratio ?? 0) * Self.margin
    let near = keyed.prefix { $0.candidate.isEligible && $0.ratio <= limit }.sorted {
      let (one, other) = (simplicity(of: $0.candidate), simplicity(of: $1.candidate))
      guard one == other else { return one < other }
      return ($0.wait, $0.ratio, $0.position) < ($1.wait, $1.ratio, $1.position)
    }
    return near.map(\.candidate) + keyed.dropFirst(near.count).map(\.candidate)
  }

  private struct Keyed {
    let candidate: Candidate
    let excess: Double, ratio: Double
    let position: Int
    var wait: Double { candidate.figure("latency_mean_ms") ?? .infinity }
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
