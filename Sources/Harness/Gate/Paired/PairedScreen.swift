/// Which cells a screen flags: the runner measures them again, the judgement looks at them.
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
    .filter { $0.pValue < suite.screenLevel }
    .sorted { Self.rank($0) < Self.rank($1) }
    var cells: [PairedCell] = []
    for hypothesis in flagged where !cells.contains(hypothesis.cell) {
      cells.append(hypothesis.cell)
    }
    self.cells = Array(cells.prefix(suite.confirmedCells))
  }

  /// Equal p-values are common with eight blocks: the larger effect comes first.
  private static func rank(_ hypothesis: PairedHypothesis) -> (Int, Double, Double) {
    (hypothesis.isWorse ? 0 : 1, hypothesis.pValue, -hypothesis.effect)
  }
}
