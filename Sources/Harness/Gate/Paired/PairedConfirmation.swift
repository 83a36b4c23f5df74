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
