import Foundation

/// Wilcoxon's signed-rank test of paired differences, one-sided both ways.
///
/// Drops zeros before ranking ("wilcox" in SciPy); ties get their midrank. Up to 50 differences p-values are exact,
/// given the ties; above, a normal approximation with corrections for ties and continuity. Sources: Wilcoxon,
/// "Individual comparisons by ranking methods", 1945; Hollander, Wolfe, Chicken, "Nonparametric statistical methods",
/// 3rd ed., section 3.1.
package struct WilcoxonSignedRank: Sendable, Equatable {
  static let exactLimit = 50

  package let count: Int
  let positiveRankSum: Double
  /// The probability of such a high sum, or a higher one, if differences are symmetric about zero.
  package let pGreater: Double
  /// The same for such a low one.
  package let pLess: Double

  /// If all differences are zero, both p-values are 1. O(n³) up to 50, then O(n log n).
  package init(_ differences: [Double]) {
    let sorted = differences.filter { $0 != 0 && !$0.isNaN }.sorted { abs($0) < abs($1) }
    count = sorted.count
    let ranks = Midranks(sorted.map(abs))
    let doubledSum = zip(sorted, ranks.doubled).reduce(0) { $0 + ($1.0 > 0 ? $1.1 : 0) }
    positiveRankSum = Double(doubledSum) / 2
    if count <= Self.exactLimit {
      let distribution = RankSumDistribution(signed: ranks.doubled)
      pGreater = distribution.probability(atLeast: doubledSum)
      pLess = distribution.probability(atMost: doubledSum)
    } else {
      let n = Double(count)
      let deviation = (n * (n + 1) * (2 * n + 1) / 24 - ranks.ties / 48).squareRoot()
      let excess = positiveRankSum - n * (n + 1) / 4
      pGreater = NormalDistribution.cumulative(-(excess - 0.5) / deviation)
      pLess = NormalDistribution.cumulative((excess + 0.5) / deviation)
    }
  }
}

extension Array {
  /// Splits the array between neighbours that do not belong together.
  package func chunked(by belongTogether: (Element, Element) -> Bool) -> [ArraySlice<Element>] {
    var chunks: [ArraySlice<Element>] = []
    var start = startIndex
    for position in indices.dropFirst() where !belongTogether(self[position - 1], self[position]) {
      chunks.append(self[start..<position])
      start = position
    }
    if start < endIndex { chunks.append(self[start...]) }
    return chunks
  }
}

enum NormalDistribution {
  static func cumulative(_ x: Double) -> Double { 0.5 * erfc(-x / 2.0.squareRoot()) }

  /// Newton's method on ``cumulative(_:)``, from a start that is right to 4.5e-4: three steps are exact in double
  /// precision. Infinite at 0 and 1. Source of the start: Abramowitz, Stegun, "Handbook of mathematical functions",
  /// 26.2.23.
  static func quantile(_ p: Double) -> Double {
    guard p > 0 else { return -.infinity }
    guard p < 1 else { return .infinity }
    if p > 0.5 { return -quantile(1 - p) }
    let t = (-2 * log(p)).squareRoot()
    var x =
      (2.515517 + t * (0.802853 + t * 0.010328))
      / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t
    for _ in 0..<4 {
      let density = exp(-x * x / 2) / (2 * Double.pi).squareRoot()
      guard density > 0 else { break }
      x -= (cumulative(x) - p) / density
    }
    return x
  }
}

/// Holm's correction for testing several hypotheses at once. Source: Holm, "A simple sequentially rejective multiple
/// test procedure", 1979.
package enum Holm {
  /// The adjusted p-values, in the order given: below a level, the chance of any false rejection is below that level,
  /// however the tests depend on each other.
  package static func adjusted(_ pValues: [Double]) -> [Double] {
    var adjusted = pValues
    var highest = 0.0
    let order = pValues.indices.sorted { pValues[$0] < pValues[$1] }
    for (rank, index) in order.enumerated() {
      highest = max(highest, min(1, pValues[index] * Double(pValues.count - rank)))
      adjusted[index] = highest
    }
    return adjusted
  }
}
