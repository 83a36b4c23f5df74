import Foundation

/// The Hodges–Lehmann estimate of where values are centred, with its distribution-free interval.
///
/// The estimate is the median of the Walsh averages (xᵢ + xⱼ) / 2, i ≤ j. It needs no shape but
/// symmetry, loses 5 % against the mean where there are no outliers, and stands 29 % of them.
/// Sources: Hodges, Lehmann, "Estimates of location based on rank tests", 1963; Hollander, Wolfe,
/// Chicken, "Nonparametric statistical methods", 3rd ed., sections 3.2 and 3.3.
package struct HodgesLehmann: Sendable, Equatable {
  package let estimate: Double
  /// The interval's ends; nil where so few values have no interval of that confidence.
  package let low, high: Double?

  /// The estimate from `values`; nil where there are none. O(n² log n).
  ///
  /// The interval holds every centre that the two-sided signed-rank test does not reject, so it has
  /// at least the confidence that was asked for; 95 % take six values.
  package init?(_ values: [Double], confidence: Double = 0.95) {
    guard !values.isEmpty else { return nil }
    let averages = Self.walshAverages(values)
    let middle = averages.count / 2
    estimate =
      averages.count % 2 == 1
      ? averages[middle] : (averages[middle - 1] + averages[middle]) / 2
    let rank = Self.rank(values.count, tail: (1 - confidence) / 2)
    low = rank > 0 ? averages[rank - 1] : nil
    high = rank > 0 ? averages[averages.count - rank] : nil
  }

  /// Ascending.
  private static func walshAverages(_ values: [Double]) -> [Double] {
    var averages: [Double] = []
    averages.reserveCapacity(values.count * (values.count + 1) / 2)
    for (position, value) in values.enumerated() {
      for other in values[position...] { averages.append((value + other) / 2) }
    }
    return averages.sorted()
  }

  /// The largest k for which a rank sum under k has at most probability `tail`.
  private static func rank(_ count: Int, tail: Double) -> Int {
    let n = Double(count)
    guard count <= WilcoxonSignedRank.exactLimit else {
      let deviation = (n * (n + 1) * (2 * n + 1) / 24).squareRoot()
      return max(0, Int(n * (n + 1) / 4 + NormalDistribution.quantile(tail) * deviation))
    }
    let distribution = SignedRankDistribution(count: count)
    var rank = 0
    while distribution.probability(atMost: 2 * rank) <= tail { rank += 1 }
    return rank
  }
}

/// How large an estimate is where nothing differs: what a difference has to exceed to mean anything.
package enum NoiseFloor {
  /// So many resamples settle a 95th percentile to a twentieth of itself.
  private static let resamples = 400

  /// The 95th percentile of |Hodges–Lehmann estimate| over `blocks` blocks in which a build was
  /// compared with itself; nil where there are none.
  ///
  /// - Parameters:
  ///   - nullBlocks: the log ratios of such blocks; they are resampled with replacement.
  ///   - blocks: how many blocks the estimate to be judged has, 1 or more.
  ///   - seed: of the resampling.
  /// - Returns: a log ratio, 0 or more.
  package static func of(nullBlocks: [Double], blocks: Int, seed: UInt64) -> Double? {
    let magnitudes = Bootstrap.replicates(
      of: nullBlocks, size: blocks, resamples: resamples, seed: seed
    ) { HodgesLehmann($0).map { abs($0.estimate) } }
    return percentile(0.95, ofSorted: magnitudes)
  }
}
