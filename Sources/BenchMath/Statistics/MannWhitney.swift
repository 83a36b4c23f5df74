import Foundation

/// The Mann–Whitney test of two samples that are not paired, one-sided both ways; also called
/// Wilcoxon's rank-sum test.
///
/// Ties get their midrank. Up to 50 values p-values are exact, given the ties; above, a normal
/// approximation with corrections for ties and continuity. Values may be infinite. Sources: Mann,
/// Whitney, "On a test of whether one of two random variables is stochastically larger than the
/// other", 1947; Hollander, Wolfe, Chicken, "Nonparametric statistical methods", 3rd ed., section
/// 4.1.
package struct MannWhitney: Sendable, Equatable {
  static let exactLimit = 50

  /// In how many pairs the second sample's value is larger; equal ones count half.
  let statistic: Double
  /// The probability of such a high statistic, or a higher one, if the distributions are the same.
  package let pGreater: Double
  /// The same for such a low one.
  package let pLess: Double

  /// Tests whether `second` is larger than `first`. O(n³) up to 50 values, then O(n log n).
  package init(_ first: [Double], _ second: [Double]) {
    let all = (first.map { ($0, 0) } + second.map { ($0, 1) }).sorted { $0.0 < $1.0 }
    let ranks = Midranks(all.map(\.0))
    let doubledSum = zip(all, ranks.doubled).reduce(0) { $0 + $1.0.1 * $1.1 }
    let (m, n) = (Double(first.count), Double(second.count))
    statistic = Double(doubledSum) / 2 - n * (n + 1) / 2
    if all.count <= Self.exactLimit {
      let distribution = RankSumDistribution(choosing: second.count, of: ranks.doubled)
      pGreater = distribution.probability(atLeast: doubledSum)
      pLess = distribution.probability(atMost: doubledSum)
    } else {
      let variance = m * n / 12 * (m + n + 1 - ranks.ties / ((m + n) * (m + n - 1)))
      let (excess, deviation) = (statistic - m * n / 2, variance.squareRoot())
      pGreater = deviation > 0 ? NormalDistribution.cumulative(-(excess - 0.5) / deviation) : 1
      pLess = deviation > 0 ? NormalDistribution.cumulative((excess + 0.5) / deviation) : 1
    }
  }

  /// About how many values each sample needs to find `shift` at that two-sided level four times out
  /// of five; nil for over a thousand. The spread is the median distance of two values of a sample,
  /// taken for normal. Sources: Noether, "Sample size determination for some common nonparametric
  /// tests", 1987; Bickel, Lehmann, "Descriptive statistics for nonparametric models IV: spread",
  /// 1979.
  package static func count(
    toFind shift: Double, spreadAs samples: [[Double]], level: Double
  ) -> Int? {
    let distances = samples.flatMap { values in
      values.indices.flatMap { first in
        values[..<first].map { $0 == values[first] ? 0 : abs($0 - values[first]) }
      }
    }
    guard let spread = MedianInterval(distances)?.median else { return nil }
    let larger = NormalDistribution.cumulative(
      NormalDistribution.quantile(0.75) * shift / spread)
    let reach = NormalDistribution.quantile(level / 2) + NormalDistribution.quantile(0.2)
    let count = (pow(reach / (larger - 0.5), 2) / 6).rounded(.up)
    return count <= 1_000 ? Int(count) : nil
  }
}
