/// Wilcoxon's signed-rank test of paired differences, one-sided in both directions. Drops zeros before ranking
/// ("wilcox" in SciPy); ties get their midrank. Source: Wilcoxon, "Individual comparisons by ranking methods", 1945.
package struct WilcoxonSignedRank {
  /// The probabilities of a sum at least, and at most, as large as observed, if differences are symmetric about 0.
  package let pGreater, pLess: Double

  /// If all differences are zero, both p-values are 1.
  package init(_ differences: [Double]) {
    let sorted = differences.filter { $0 != 0 && !$0.isNaN }.sorted { abs($0) < abs($1) }
    let ranks = Midranks(sorted.map(abs))
    let doubledSum = zip(sorted, ranks.doubled).reduce(0) { $0 + ($1.0 > 0 ? $1.1 : 0) }
    let sums = RankSumDistribution(signed: ranks)
    pGreater = sums.probability(atLeast: doubledSum)
    pLess = sums.probability(atMost: doubledSum)
  }
}
