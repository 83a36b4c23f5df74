import Foundation

/// The Mann–Whitney test of two samples that are not paired, one-sided both ways; also called
/// Wilcoxon's rank-sum test. Over strata, such as workloads, it is van Elteren's: values are ranked
/// within each, and a stratum of N values weighs 1 ÷ (N + 1).
///
/// Ties get their midrank. Up to 50 values a stratum p-values are exact, given the ties; above, a
/// normal approximation with corrections for ties and continuity. Values may be infinite. Sources:
/// Mann, Whitney, "On a test of whether one of two random variables is stochastically larger than
/// the other", 1947; van Elteren, "On the combination of independent two sample tests of Wilcoxon",
/// 1960; Hollander, Wolfe, Chicken, "Nonparametric statistical methods", 3rd ed., section 4.1.
package struct MannWhitney: Sendable, Equatable {
  /// Two samples that are compared with each other alone.
  package typealias Stratum = (first: [Double], second: [Double])

  /// In how many pairs the second sample's value is larger; equal ones count half, and pairs of a
  /// stratum its weight.
  let statistic: Double
  /// The probability of such a high statistic, or a higher one, if the distributions are the same.
  package let pGreater: Double
  /// The same for such a low one.
  package let pLess: Double

  /// Tests whether second samples are larger than first ones. O(n³) up to 50 values a stratum, then
  /// O(n log n). Strata of which a sample is empty say nothing.
  package init(_ strata: [Stratum]) {
    let ranked = strata.map { first, second in
      let all = (first.map { ($0, 0) } + second.map { ($0, 1) }).sorted { $0.0 < $1.0 }
      let ranks = Midranks(all.map(\.0))
      let sum = zip(all, ranks.doubled).reduce(0) { $0 + $1.0.1 * $1.1 }
      return (sum: sum, sample: (ranks: ranks, count: second.count))
    }
    let sums = RankSums(ranked.map(\.sample))
    let doubledSum = zip(ranked, sums.weights).reduce(0) { $0 + $1.0.sum * $1.1 }
    statistic = Double(doubledSum - sums.least) / 2
    if let exact = sums.exact {
      pGreater = exact.probability(atLeast: doubledSum)
      pLess = exact.probability(atMost: doubledSum)
    } else {
      let (excess, deviation) = (statistic - sums.middle, sums.variance.squareRoot())
      let half = Double(sums.weights.max() ?? 0) / 2
      pGreater = deviation > 0 ? NormalDistribution.cumulative((half - excess) / deviation) : 1
      pLess = deviation > 0 ? NormalDistribution.cumulative((half + excess) / deviation) : 1
    }
  }
}

/// The weighted sum of the rank sums of strata, if nothing differs.
struct RankSums {
  /// Beyond so many values of a stratum, or sums, the exact distribution takes too long.
  private static let (mostValues, mostSums) = (50, 100_000)

  /// In proportion to 1 ÷ (values + 1).
  let weights: [Int]
  /// Doubled, without ties.
  let least: Int
  /// Of the weighted pairs.
  let middle, variance: Double
  /// Of the doubled sum; nil where it is approximated.
  let exact: RankSumDistribution?

  /// `count` of the ranks are of the second sample.
  init(_ strata: [(ranks: Midranks, count: Int)]) {
    let sizes = strata.map(\.ranks.doubled.count)
    func divisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : divisor(b, a % b) }
    // The least common multiple, unless weights of a lesser one are as good.
    let common = Set(sizes).reduce(1) { common, size in
      common > 1_000_000 ? common : common / divisor(common, size + 1) * (size + 1)
    }
    weights = sizes.map { (common + $0 / 2) / ($0 + 1) }
    var (least, middle, variance, sums) = (0, 0.0, 0.0, 1)
    for ((ranks, count), weight) in zip(strata, weights) {
      let (all, n, w) = (Double(ranks.doubled.count), Double(count), Double(weight))
      least += weight * count * (count + 1)
      middle += w * n * (all - n) / 2
      let ties = ranks.ties / max(1, all * (all - 1))
      variance += w * w * n * (all - n) / 12 * (all + 1 - ties)
      sums += weight * ranks.doubled.suffix(count).reduce(0, +)
    }
    (self.least, self.middle, self.variance) = (least, middle, variance)
    exact =
      sums > Self.mostSums || sizes.contains { $0 > Self.mostValues }
      ? nil
      : RankSumDistribution(
        sumOf: zip(strata, weights).map {
          (RankSumDistribution(choosing: $0.count, of: $0.ranks.doubled), $1)
        })
  }
}
