/// Seeded resampling with replacement. Source: Efron, Tibshirani, "An introduction to the bootstrap", 1993, chapter 6.
package enum Bootstrap {
  /// A statistic of `resamples` samples of `size` values each, ascending.
  package static func replicates(
    of values: [Double], size: Int, resamples: Int, seed: UInt64,
    statistic: ([Double]) -> Double?
  ) -> [Double] {
    guard !values.isEmpty else { return [] }
    var generator = SeededGenerator(seed: seed)
    return (0..<resamples).compactMap { _ in
      statistic((0..<size).map { _ in values[Int.random(in: 0..<values.count, using: &generator)] })
    }.sorted()
  }
}
