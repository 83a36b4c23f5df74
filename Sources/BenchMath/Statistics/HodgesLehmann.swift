/// The Hodges–Lehmann estimate of a centre, or of the distance between samples, with a distribution-free interval. The
/// centre is the median of Walsh averages (xᵢ + xⱼ) / 2, i ≤ j, and assumes symmetry. The distance is the median of all
/// differences yⱼ − xᵢ, and assumes samples of the same shape. Without outliers, both are 5 % less efficient than
/// means, but they tolerate 29 % of outliers. Sources: Hodges, Lehmann, "Estimates of location based on rank tests",
/// 1963; Hollander, Wolfe, Chicken, "Nonparametric statistical methods", 3rd ed., sections 3.2, 3.3, 4.2 and 4.3.
package struct HodgesLehmann: Sendable, Equatable {
  /// Two samples that are compared only with each other.
  package typealias Stratum = (first: [Double], second: [Double])

  package let estimate: Double
  /// The ends of the interval; nil if there are too few values for the given confidence.
  package let low, high: Double?

  /// Estimates the centre of `values`; nil if there are no values. O(n² log n). The interval contains every centre that
  /// the two-sided signed-rank test does not reject; a confidence of 95 % requires six values.
  package init?(_ values: [Double], confidence: Double = 0.95) {
    let averages = values.indices.flatMap { first in
      values[first...].map { ((values[first] + $0) / 2, 1) }
    }
    let sums = RankSumDistribution(signed: Midranks(values.indices.map(Double.init)))
    self.init(averages, sums, confidence)
  }

  /// Estimates how far the second samples lie above the first, as one distance for all strata; nil if no stratum has
  /// pairs. O(mn log mn). The interval contains every distance that the two-sided Mann–Whitney test does not
  /// reject; with one stratum, 95 % requires four values per sample. Equal infinities have a difference of 0.
  package init?(_ strata: [Stratum], confidence: Double = 0.95) {
    let sums = RankSumDistribution(
      strata.map { (Midranks((0..<($0.count + $1.count)).map(Double.init)), $1.count) })
    let steps = zip(strata, sums.weights).flatMap { stratum, weight in
      stratum.first.flatMap { low in
        stratum.second.map { ($0 == low ? 0 : $0 - low, weight) }
      }
    }
    self.init(steps, sums, confidence)
  }

  /// `steps` are averages or differences. `sums` is the distribution of the total weight of steps below the true value.
  private init?(
    _ steps: [(value: Double, weight: Int)], _ sums: RankSumDistribution, _ confidence: Double
  ) {
    let steps = steps.sorted { $0.value < $1.value }
    /// The first value at which the sum of the weights so far reaches half of `doubled`.
    func first(_ doubled: Int, _ steps: some Sequence<(value: Double, weight: Int)>) -> Double? {
      var sum = 0
      return steps.first {
        sum += 2 * $0.weight
        return sum >= doubled
      }?.value
    }
    let all = steps.reduce(0) { $0 + $1.weight }
    guard let below = first(all, steps), let above = first(all, steps.reversed()) else {
      return nil
    }
    estimate = below == above ? below : (below + above) / 2
    let rank = sums.doubledQuantile((1 - confidence) / 2)
    low = rank > 0 ? first(rank, steps) : nil
    high = rank > 0 ? first(rank, steps.reversed()) : nil
  }
}
