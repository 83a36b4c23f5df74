import BenchMath
import Foundation

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

/// Which cells a screen flags: the runner measures them again, the judgement looks at them.
///
/// A change that is surely smaller than what is allowed in a steady cell is not flagged, however
/// sure it is that there is one: it would take the place of a change that matters.
struct PairedScreen {
  /// What it flagged, the worst first; what grew better comes last.
  let flagged: [PairedHypothesis]
  /// The cells that are to be measured again, the worst first.
  let cells: [PairedCell]

  /// Looks at the blocks of `phase`.
  init(_ blocks: PairedBlocks, _ phase: PairedPhase) {
    let suite = blocks.settings.suite
    flagged = blocks.settings.comparedCells.flatMap { cell in
      suite.metrics.flatMap { metric in
        PairedHypothesis.both(cell, metric, blocks.logRatios(phase, cell, metric.name))
      }
    }
    .filter { $0.pValue < suite.screenLevel && !Self.isSurelyAllowed($0) }
    .sorted { Self.rank($0) < Self.rank($1) }
    var cells: [PairedCell] = []
    for hypothesis in flagged where !cells.contains(hypothesis.cell) {
      cells.append(hypothesis.cell)
    }
    self.cells = Array(cells.prefix(suite.confirmedCells))
  }

  private static func isSurelyAllowed(_ hypothesis: PairedHypothesis) -> Bool {
    (hypothesis.largestEffect ?? .infinity) < log(1 + hypothesis.metric.tolerance)
  }

  /// What grew worse comes first, then by the effect in units of what is allowed. Not by p: eight
  /// blocks give few values of it, and the smallest to a change of any size.
  private static func rank(_ hypothesis: PairedHypothesis) -> (Int, Double) {
    // Where nothing is allowed, the larger effect still comes first.
    let allowed = max(log(1 + hypothesis.metric.tolerance), 1e-9)
    return (hypothesis.isWorse ? 0 : 1, -hypothesis.effect / allowed)
  }
}

/// What fresh blocks say of what a screen flagged.
struct PairedConfirmation {
  /// A hypothesis, with its p-value corrected for how many were tested together.
  struct Tested {
    let hypothesis: PairedHypothesis
    let adjustedP: Double
  }

  let tested: [Tested]

  /// Tests what `screen` flagged in its worst cells, by the blocks of `phase`; Holm over all of it.
  init(_ blocks: PairedBlocks, _ screen: PairedScreen, _ phase: PairedPhase) {
    let hypotheses = screen.flagged.filter { screen.cells.contains($0.cell) }
      .compactMap { flagged in
        PairedHypothesis.both(
          flagged.cell, flagged.metric,
          blocks.logRatios(phase, flagged.cell, flagged.metric.name)
        ).first { $0.isWorse == flagged.isWorse }
      }
    tested = zip(hypotheses, Holm.adjusted(hypotheses.map(\.pValue))).map {
      Tested(hypothesis: $0, adjustedP: $1)
    }
  }

  func tested(_ flagged: PairedHypothesis) -> Tested? {
    tested.first {
      $0.hypothesis.cell == flagged.cell && $0.hypothesis.metric == flagged.metric
        && $0.hypothesis.isWorse == flagged.isWorse
    }
  }
}
