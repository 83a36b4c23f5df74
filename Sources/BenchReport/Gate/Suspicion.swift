import BenchHarness
import Foundation

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
  static func both(_ cell: Cell, _ figure: PairedSuite.Figure, _ change: Change) -> [Suspicion] {
    guard change.pairs >= PairedSuite.minimumBlocks else { return [] }
    return [true, false].compactMap { isWorse in
      change.toward(more: isWorse == figure.moreIsWorse).map {
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
