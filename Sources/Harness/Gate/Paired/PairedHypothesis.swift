/// That a figure of a cell grew worse, or better, and what some blocks say of it.
struct PairedHypothesis {
  let cell: PairedCell
  let metric: PairedMetric
  /// Whether it is about growing worse.
  let isWorse: Bool
  /// How many blocks there are.
  let blocks: Int
  /// Over 0 where the figure moved in the direction of the hypothesis; the logarithm of a ratio.
  let effect: Double
  /// The end of the effect's 95 % interval that is farther in its direction; nil without an interval.
  let largestEffect: Double?
  /// How probable such blocks are where nothing differs.
  let pValue: Double

  /// Both hypotheses about a figure; none where there are too few blocks.
  static func both(
    _ cell: PairedCell, _ metric: PairedMetric, _ logRatios: [Double]
  ) -> [PairedHypothesis] {
    guard logRatios.count >= PairedSuite.minimumBlocks, let estimate = HodgesLehmann(logRatios)
    else { return [] }
    let test = WilcoxonSignedRank(logRatios)
    let moreIsWorse = metric.registered?.direction != .higher
    return [true, false].map { isWorse in
      let isMore = isWorse == moreIsWorse
      return PairedHypothesis(
        cell: cell, metric: metric, isWorse: isWorse, blocks: logRatios.count,
        effect: isMore ? estimate.estimate : -estimate.estimate,
        largestEffect: isMore ? estimate.high : estimate.low.map { -$0 },
        pValue: isMore ? test.pGreater : test.pLess)
    }
  }
}
