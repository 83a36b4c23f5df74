import BenchHarness
import BenchMath
import Foundation

/// Picks the cells to measure again. Does not flag a change that is certainly within the tolerance of a steady cell,
/// because it would take the place of a change that matters.
package struct PairedScreen {
  /// The suspicion that a figure of a cell, or of all cells together, got worse or better.
  struct Suspicion {
    let cell: Cell
    let figure: PairedSuite.Figure
    let isWorse: Bool
    let change: Change
    /// The logarithm of the ratio, positive in the suspected direction, and the upper end of its 95 % interval.
    let effect: Double
    private let largestEffect: Double?
    /// The one-sided p-value, corrected for multiple tests except in the screen of single cells.
    var p: Double

    /// For each direction, better and worse, at most one suspicion; empty if there are too few blocks.
    static func both(
      _ cell: Cell, _ figure: PairedSuite.Figure, _ change: Change
    ) -> [Suspicion] {
      guard change.pairs >= PairedSuite.minimumBlocks else { return [] }
      let moreIsWorse = figure.metric.direction != .higher
      return [true, false].compactMap { isWorse in
        change.toward(more: isWorse == moreIsWorse).map {
          Suspicion(
            cell: cell, figure: figure, isWorse: isWorse, change: change, effect: $0.estimate,
            largestEffect: $0.largest, p: $0.p)
        }
      }
    }

    /// The tolerance in a steady cell, as a logarithm.
    private var allowed: Double { log(1 + figure.tolerance) }
    var isSurelyAllowed: Bool { (largestEffect ?? .infinity) < allowed }

    /// Sorts worse figures first, then by effect in units of the tolerance. Does not sort by p: few blocks allow few
    /// values of p, and a change of any size can have the smallest. The lower bound of 1e-9 avoids a division by 0.
    var rank: (Int, Double) { (isWorse ? 0 : 1, -effect / max(allowed, 1e-9)) }
  }

  /// The suspected changes, the worst first; improvements come last.
  let flagged: [Suspicion]
  package let cells: [Cell]

  package init(_ blocks: PairedBlocks) {
    let suite = blocks.settings.suite
    flagged = blocks.settings.comparedCells.flatMap { cell in
      suite.metrics.flatMap { figure in
        Suspicion.both(cell, figure, blocks.change(.screen, [cell], figure.metric))
      }
    }.filter { $0.p < suite.screenLevel && !$0.isSurelyAllowed }.sorted { $0.rank < $1.rank }
    // Cells with accepted regressions do not count toward `confirmedCells`.
    let accepted = flagged.filter { blocks.settings.isAccepted($0.cell, $0.figure.metric) }
      .map(\.cell)
    let others = flagged.map(\.cell).distinct.filter { !accepted.contains($0) }
    cells = (accepted + others.prefix(suite.confirmedCells)).distinct
  }

  /// Tests the flagged figures of ``cells`` with their fresh blocks; corrects the p-values by Holm's method.
  func confirmation(_ blocks: PairedBlocks) -> [Suspicion] {
    var tested = flagged.filter { cells.contains($0.cell) }.compactMap { flagged in
      Suspicion.both(
        flagged.cell, flagged.figure, blocks.change(.confirm, [flagged.cell], flagged.figure.metric)
      ).first { $0.isWorse == flagged.isWorse }
    }
    for (index, p) in Holm.adjusted(tested.map(\.p)).enumerated() { tested[index].p = p }
    return tested
  }
}
