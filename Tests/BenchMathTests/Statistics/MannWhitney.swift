@testable import BenchMath

/// The one-sided Mann–Whitney test of two unpaired samples, in both directions; also called Wilcoxon's rank-sum test.
/// With strata, such as workloads, it is van Elteren's test: each stratum is ranked alone and weighs 1 ÷ (size + 1).
/// Ties get their midrank, and values may be infinite. Sources: Mann, Whitney, "On a test of whether one of two random
/// variables is stochastically larger than the other", 1947; van Elteren, "On the combination of independent two sample
/// tests of Wilcoxon", 1960.
struct MannWhitney: Sendable, Equatable {
  typealias Stratum = HodgesLehmann.Stratum

  /// The number of pairs whose second value is larger, weighted by stratum; pairs of equal values count half.
  let statistic: Double
  /// The probabilities of a statistic at least, and at most, as large as observed, if distributions are the same.
  let pGreater, pLess: Double

  /// Tests whether the second samples are larger or smaller than the first. Ignores strata with an empty sample.
  init(_ strata: [Stratum]) {
    let ranked = strata.map { first, second in
      let all = (first.map { ($0, 0) } + second.map { ($0, 1) }).sorted { $0.0 < $1.0 }
      let ranks = Midranks(all.map(\.0))
      let sum = zip(all, ranks.doubled).reduce(0) { $0 + $1.0.1 * $1.1 }
      return (sum: sum, sample: (ranks: ranks, count: second.count))
    }
    let sums = RankSumDistribution(ranked.map(\.sample))
    let doubledSum = zip(ranked, sums.weights).reduce(0) { $0 + $1.0.sum * $1.1 }
    statistic = sums.statistic(doubledSum)
    pGreater = sums.probability(atLeast: doubledSum)
    pLess = sums.probability(atMost: doubledSum)
  }
}
