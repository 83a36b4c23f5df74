import Foundation

/// The Hodges–Lehmann estimate of where values are centred, or of how far apart two samples are,
/// with its distribution-free interval.
///
/// The centre is the median of the Walsh averages (xᵢ + xⱼ) / 2, i ≤ j, and assumes symmetry. The
/// distance is the median of all differences yⱼ − xᵢ, and assumes samples of the same shape. Both
/// are 5 % less efficient than means without outliers, and stand 29 % of them. Sources: Hodges,
/// Lehmann, "Estimates of location based on rank tests", 1963; Hollander, Wolfe, Chicken,
/// "Nonparametric statistical methods", 3rd ed., sections 3.2, 3.3, 4.2 and 4.3.
package struct HodgesLehmann: Sendable, Equatable {
  package let estimate: Double
  /// Nil if so few values have no interval of that confidence.
  package let low, high: Double?

  /// The centre of `values`; nil if there are none. O(n² log n). The interval holds every centre
  /// that the two-sided signed-rank test does not reject; 95 % take six values.
  package init?(_ values: [Double], confidence: Double = 0.95) {
    let (count, n) = (values.count, Double(values.count))
    let averages = values.indices.flatMap { first in
      values[first...].map { (values[first] + $0) / 2 }
    }
    self.init(
      averages, confidence, variance: n * (n + 1) * (2 * n + 1) / 24,
      exact: count > WilcoxonSignedRank.exactLimit
        ? nil : RankSumDistribution(signed: (0..<count).map { 2 * ($0 + 1) }))
  }

  /// How far `second` lies above `first`; nil if one is empty. O(mn log mn). The interval holds
  /// every distance that the two-sided Mann–Whitney test does not reject; 95 % take four values of
  /// each. Equal infinities do not differ.
  package init?(from first: [Double], to second: [Double], confidence: Double = 0.95) {
    let (m, n) = (first.count, second.count)
    self.init(
      first.flatMap { low in second.map { $0 == low ? 0 : $0 - low } }, confidence,
      variance: Double(m) * Double(n) * Double(m + n + 1) / 12,
      exact: m + n > MannWhitney.exactLimit
        ? nil : RankSumDistribution(choosing: n, of: (0..<(m + n)).map { 2 * ($0 + 1) }),
      least: n * (n + 1))
  }

  /// `steps` are averages or differences. For the number of them below 0 if 0 is the centre, takes
  /// the variance, or the exact distribution of a rank sum whose double is at least `least`.
  private init?(
    _ steps: [Double], _ confidence: Double, variance: Double, exact: RankSumDistribution?,
    least: Int = 0
  ) {
    guard !steps.isEmpty else { return nil }
    let (steps, middle, tail) = (steps.sorted(), steps.count / 2, (1 - confidence) / 2)
    estimate = steps.count % 2 == 1 ? steps[middle] : (steps[middle - 1] + steps[middle]) / 2
    // The largest for which fewer have at most probability `tail`.
    var rank = 0
    if let exact {
      while exact.probability(atMost: least + 2 * rank) <= tail { rank += 1 }
    } else {
      let deviation = variance.squareRoot()
      rank = max(0, Int(Double(steps.count) / 2 + NormalDistribution.quantile(tail) * deviation))
    }
    low = rank > 0 ? steps[rank - 1] : nil
    high = rank > 0 ? steps[steps.count - rank] : nil
  }
}

/// How large an estimate is if nothing differs; only larger differences mean anything.
package enum NoiseFloor {
  /// So many resamples settle a 95th percentile to a twentieth of itself.
  private static let resamples = 400

  /// The 95th percentile of |Hodges–Lehmann estimate| over `blocks` resampled log ratios of blocks
  /// in which a build was compared with itself; nil if there are none.
  package static func of(nullBlocks: [Double], blocks: Int, seed: UInt64) -> Double? {
    let magnitudes = Bootstrap.replicates(
      of: nullBlocks, size: blocks, resamples: resamples, seed: seed
    ) { HodgesLehmann($0).map { abs($0.estimate) } }
    return percentile(0.95, ofSorted: magnitudes)
  }
}
