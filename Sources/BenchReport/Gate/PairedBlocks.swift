import BenchHarness
import BenchMath
import Foundation

/// The successful paired trials, in blocks, by phase and cell.
package struct PairedBlocks {
  let settings: PairedSettings
  private let blocks: [Key: [[Trial]]]

  private struct Key: Hashable {
    let phase: TrialPlace.Phase?
    let cell: Cell
  }

  package init(_ settings: PairedSettings, _ trials: [Trial]) {
    self.settings = settings
    let good = trials.filter { $0.outcome == .ok }
    blocks = Dictionary(grouping: good) { Key(phase: $0.place?.phase, cell: $0.cell) }
      .mapValues { trials in
        Dictionary(grouping: trials, by: \.number).sorted { $0.key < $1.key }.map(\.value)
      }
  }

  /// Each block's figures as logarithms, so that halving and doubling weigh the same; in the order of the block.
  private func figures(
    _ phase: TrialPlace.Phase, _ cell: Cell, _ metric: Metric
  ) -> [(base: [Double], candidate: [Double])] {
    (blocks[Key(phase: phase, cell: cell)] ?? []).map { block in
      func side(_ side: TrialPlace.Side) -> [Double] {
        block.filter { $0.place?.side == side }
          .sorted { $0.place?.position ?? 0 < $1.place?.position ?? 0 }
          .compactMap { $0.values[metric] }.filter { $0 > 0 }.map { log($0) }
      }
      return (side(.base), side(.candidate))
    }
  }

  /// For each block in which both trials of both sides have the figure: the logarithm of candidate ÷ base, and the
  /// same contrast between trials of the same side, which shows how much a build differs from itself.
  func logRatios(
    _ phase: TrialPlace.Phase, _ cells: [Cell], _ metric: Metric
  ) -> [(change: Double, noise: Double)] {
    cells.flatMap { figures(phase, $0, metric) }.compactMap { base, candidate in
      guard base.count == 2, candidate.count == 2 else { return nil }
      return (
        (candidate[0] + candidate[1] - base[0] - base[1]) / 2,
        (candidate[1] - candidate[0] - base[1] + base[0]) / 2
      )
    }
  }

  func change(_ phase: TrialPlace.Phase, _ cells: [Cell], _ metric: Metric) -> Change {
    Change(logRatios: logRatios(phase, cells, metric).map(\.change))
  }

  func countWithout(_ metric: Metric, _ phase: TrialPlace.Phase, _ cell: Cell) -> Int {
    (blocks[Key(phase: phase, cell: cell)] ?? []).count { block in
      block.contains { $0.values[metric] ?? 0 <= 0 }
    }
  }

  /// The robust coefficient of variation of trials, without drift between blocks; nil if no block has two of a side.
  func variation(_ cell: Cell, _ metric: Metric) -> Double? {
    let residuals = TrialPlace.Phase.allCases.flatMap { phase in
      figures(phase, cell, metric).flatMap { [$0.base, $0.candidate] }.flatMap { side -> [Double] in
        guard side.count == 2 else { return [] }
        // Half of the difference hides half of the variance; the square root makes up for it.
        let deviation = (side[0] - side[1]) / 2.squareRoot()
        return [deviation, -deviation]
      }
    }
    return RobustVariation.coefficient(residuals.map { 1 + $0 })
  }
}
