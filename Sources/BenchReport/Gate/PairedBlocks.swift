import BenchHarness
import BenchMath
import Foundation

/// The successful paired trials, by cell.
struct PairedBlocks {
  private let trials: [Cell: [Trial]]

  init(_ trials: [Trial]) {
    self.trials = Dictionary(grouping: trials.filter { $0.outcome == .ok }, by: \.cell)
  }

  private func blocks(_ phase: TrialPlace.Phase, _ cell: Cell) -> [[Trial]] {
    let own = (trials[cell] ?? []).filter { $0.place?.phase == phase }
    return Dictionary(grouping: own, by: \.number).sorted { $0.key < $1.key }.map(\.value)
  }

  /// Each block's figures as logarithms, so that halving and doubling weigh the same; in the order of the block.
  private func figures(
    _ phase: TrialPlace.Phase, _ cell: Cell, _ metric: Metric
  ) -> [(base: [Double], candidate: [Double])] {
    blocks(phase, cell).map { block in
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
  private func logRatios(
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

  /// The change that a build shows against itself over as many blocks as `change` has, as a logarithm; nil for too few.
  func floor(_ cells: [Cell], _ metric: Metric, _ change: Change, seed: UInt64) -> Double? {
    let null = TrialPlace.Phase.allCases.flatMap { logRatios($0, cells, metric).map(\.noise) }
    guard null.count >= PairedSuite.minimumBlocks, change.pairs > 0 else { return nil }
    return NoiseFloor.of(nullBlocks: null, blocks: change.pairs, seed: seed)
  }

  func countWithout(_ metric: Metric, _ phase: TrialPlace.Phase, _ cell: Cell) -> Int {
    blocks(phase, cell).count { $0.contains { $0.values[metric] ?? 0 <= 0 } }
  }

  /// The robust coefficient of variation of trials, without drift between blocks; nil if no block has two of a side.
  func variation(_ cell: Cell, _ metric: Metric) -> Double? {
    let sides = TrialPlace.Phase.allCases.flatMap { figures($0, cell, metric) }
      .flatMap { [$0.base, $0.candidate] }.filter { $0.count == 2 }
    return RobustVariation.coefficient(
      sides.flatMap { side in
        // Half of the difference hides half of the variance; the square root makes up for it.
        let deviation = (side[0] - side[1]) / 2.squareRoot()
        return [1 + deviation, 1 - deviation]
      })
  }
}
