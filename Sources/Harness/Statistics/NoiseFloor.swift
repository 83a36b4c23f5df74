/// How large an estimate is where nothing differs: what a difference has to exceed to mean anything.
public enum NoiseFloor {
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
  public static func of(nullBlocks: [Double], blocks: Int, seed: UInt64) -> Double? {
    let magnitudes = Bootstrap.replicates(
      of: nullBlocks, size: blocks, resamples: resamples, seed: seed
    ) { HodgesLehmann($0).map { abs($0.estimate) } }
    return percentile(0.95, ofSorted: magnitudes)
  }
}
