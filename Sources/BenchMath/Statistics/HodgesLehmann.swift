/// The Hodges–Lehmann estimate of a centre, or of the distance between samples, with a distribution-free 95 % interval.
/// The centre is the median of Walsh averages (xᵢ + xⱼ) / 2, i ≤ j, and assumes symmetry. The distance is the median of
/// all differences yⱼ − xᵢ, and assumes samples of the same shape. Without outliers, both are 5 % less efficient than
/// means, but they tolerate 29 % of outliers. Sources: Hodges, Lehmann, "Estimates of location based on rank tests",
/// 1963; Hollander, Wolfe, Chicken, "Nonparametric statistical methods", 3rd ed., sections 3.2, 3.3, 4.2 and 4.3.
package struct HodgesLehmann: Sendable, Equatable {
  package let estimate: Double
  /// The ends of the interval; nil if there are too few values.
  package let low, high: Double?

  /// Estimates the centre of `values`; nil if there are no values. O(n² log n). The interval contains every centre that
  /// the two-sided signed-rank test does not reject; it requires six values.
  package init?(_ values: [Double]) {
    let averages = values.indices.flatMap { first in
      values[first...].map { (values[first] + $0) / 2 }
    }
    self.init(
      steps: averages, RankSumDistribution(signed: Midranks(values.indices.map(Double.init))))
  }

  /// Estimates how far the second sample lies above the first; nil if either is empty. O(mn log mn). The interval
  /// contains every distance that the two-sided Mann–Whitney test does not reject; it requires four values per sample.
  /// Equal infinities have a difference of 0.
  package init?(_ first: [Double], _ second: [Double]) {
    let differences = first.flatMap { low in second.map { $0 == low ? 0 : $0 - low } }
    self.init(
      steps: differences,
      RankSumDistribution(choosing: second.count, of: first.count + second.count))
  }

  /// `steps` are averages or differences. `sums` is the distribution of the number of steps below the true value.
  private init?(steps: [Double], _ sums: RankSumDistribution) {
    guard !steps.isEmpty else { return nil }
    let steps = steps.sorted()
    let (below, above) = (steps[(steps.count - 1) / 2], steps[steps.count / 2])
    estimate = below == above ? below : (below + above) / 2
    let rank = sums.quantile((1 - 0.95) / 2)
    let isKnown = rank > 0 && rank <= steps.count
    (low, high) = isKnown ? (steps[rank - 1], steps[steps.count - rank]) : (nil, nil)
  }
}
