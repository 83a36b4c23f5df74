import Foundation

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
