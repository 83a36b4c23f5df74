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

  /// Each block's figures as logarithms, so that halving and doubling weigh the same; sorted for reproducible rounding.
  private func figures(
    _ phase: TrialPlace.Phase, _ cell: Cell, _ metric: Metric
  ) -> [(base: [Double], candidate: [Double])] {
    (blocks[Key(phase: phase, cell: cell)] ?? []).map { block in
      func side(_ side: TrialPlace.Side) -> [Double] {
        block.filter { $0.place?.side == side }.compactMap { $0.values[metric] }
          .filter { $0 > 0 }.map { log($0) }.sorted()
      }
      return (side(.base), side(.candidate))
    }
  }

  /// The logarithm of candidate ÷ base, for each block in which both trials of both sides have the figure.
  func logRatios(_ phase: TrialPlace.Phase, _ cells: [Cell], _ metric: Metric) -> [Double] {
    cells.flatMap { figures(phase, $0, metric) }.compactMap { base, candidate in
      guard base.count == 2, candidate.count == 2 else { return nil }
      return (candidate.reduce(0, +) - base.reduce(0, +)) / 2
    }
  }

  func change(_ phase: TrialPlace.Phase, _ cells: [Cell], _ metric: Metric) -> Change {
    Change(logRatios: logRatios(phase, cells, metric))
  }

  func countWithout(_ metric: Metric, _ phase: TrialPlace.Phase, _ cell: Cell) -> Int {
    (blocks[Key(phase: phase, cell: cell)] ?? []).count { block in
      block.contains { $0.values[metric] ?? 0 <= 0 }
    }
  }

  /// The robust coefficient of variation of base trials, without drift between blocks; nil if no block has two values.
  func variation(_ cell: Cell, _ metric: Metric) -> Double? {
    let residuals = TrialPlace.Phase.allCases.flatMap { phase in
      figures(phase, cell, metric).flatMap { base, candidate -> [Double] in
        let values = phase.isNull ? base + candidate : base
        guard values.count >= 2 else { return [] }
        let count = Double(values.count)
        let mean = values.reduce(0, +) / count
        // Subtracting the mean of so few values hides part of the variation; the square root makes up for it.
        return values.map { ($0 - mean) * (count / (count - 1)).squareRoot() }
      }
    }
    return RobustVariation.coefficient(residuals.map { 1 + $0 })
  }
}
