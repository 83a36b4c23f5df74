/// How large an estimate can be by chance if nothing differs; only larger differences are meaningful.
package enum NoiseFloor {
  /// Enough resamples to determine a 95th percentile to within 5 %.
  private static let resamples = 400

  /// The 95th percentile of the absolute Hodges–Lehmann estimate over resamples, each of `blocks` log ratios drawn with
  /// replacement from `nullBlocks`: the log ratios of blocks that compare a build with itself. Nil if `nullBlocks` is
  /// empty. Source: Efron, Tibshirani, "An introduction to the bootstrap", 1993, chapter 6.
  package static func of(nullBlocks: [Double], blocks: Int, seed: UInt64) -> Double? {
    var generator = SeededGenerator(seed: seed)
    let magnitudes = (0..<resamples).compactMap { _ in
      HodgesLehmann((0..<blocks).compactMap { _ in nullBlocks.randomElement(using: &generator) })
        .map { abs($0.estimate) }
    }
    return percentile(0.95, ofSorted: magnitudes.sorted())
  }
}
