import Foundation

/// Wilcoxon's signed-rank test of paired differences, one-sided both ways.
///
/// Zeros are dropped before ranking (Wilcoxon's own convention; "wilcox" in SciPy), ties get their
/// midrank. Up to 50 differences the p-values are exact, given the ties; above, a normal
/// approximation with corrections for ties and continuity.
/// Sources: Wilcoxon, "Individual comparisons by ranking methods", 1945; Hollander, Wolfe, Chicken,
/// "Nonparametric statistical methods", 3rd ed., section 3.1.
public struct WilcoxonSignedRank: Sendable, Equatable {
  /// Up to so many differences the p-values are exact.
  static let exactLimit = 50

  /// Differences that are not zero.
  public let count: Int
  /// The sum of the ranks of the positive differences.
  public let positiveRankSum: Double
  /// How probable a sum this high or higher is where the differences are symmetric about zero.
  public let pGreater: Double
  /// How probable a sum this low or lower is where the differences are symmetric about zero.
  public let pLess: Double

  /// Tests `differences`; with none but zeros both p-values are 1. O(n³) up to 50, then O(n log n).
  public init(_ differences: [Double]) {
    let sorted = differences.filter { $0 != 0 && !$0.isNaN }.sorted { abs($0) < abs($1) }
    count = sorted.count
    let groups = Array(sorted.indices).chunked { abs(sorted[$0]) == abs(sorted[$1]) }
    var doubledRanks: [Int] = []
    for group in groups {
      // Ranks first+1 … last+1 have the mean (first + last) / 2 + 1.
      let doubled = group.startIndex + group.endIndex - 1 + 2
      doubledRanks += Array(repeating: doubled, count: group.count)
    }
    let doubledSum = zip(sorted, doubledRanks).reduce(0) { $0 + ($1.0 > 0 ? $1.1 : 0) }
    positiveRankSum = Double(doubledSum) / 2
    if count <= Self.exactLimit {
      let distribution = SignedRankDistribution(doubledRanks: doubledRanks)
      pGreater = distribution.probability(atLeast: doubledSum)
      pLess = distribution.probability(atMost: doubledSum)
    } else {
      let ties = groups.reduce(0.0) { $0 + Double($1.count) * (pow(Double($1.count), 2) - 1) }
      let n = Double(count)
      let deviation = (n * (n + 1) * (2 * n + 1) / 24 - ties / 48).squareRoot()
      let excess = positiveRankSum - n * (n + 1) / 4
      pGreater = NormalDistribution.cumulative(-(excess - 0.5) / deviation)
      pLess = NormalDistribution.cumulative((excess + 0.5) / deviation)
    }
  }
}
