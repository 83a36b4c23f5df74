import BenchHarness
import BenchMath
import Foundation

/// The figures of evidence by phase, cell and metric, a block each.
struct PairedBlocks {
  private let evidence: PairedEvidence
  private let logarithms: [Key: [Block]]

  var settings: PairedSettings { evidence.settings }

  private struct Key: Hashable {
    let phase: PairedPhase
    let cell: Cell
    let metric: String
  }

  private struct Block {
    let number: Int
    var base: [Double] = []
    var candidate: [Double] = []
  }

  /// Takes the trials that ended well; blocks come in the order of their numbers. O(n).
  init(_ evidence: PairedEvidence) {
    self.evidence = evidence
    var blocks: [Key: [Int: Block]] = [:]
    for trial in evidence.trials where trial.outcome == .ok {
      for (metric, value) in trial.values where value > 0 {
        let key = Key(phase: trial.phase, cell: trial.cell, metric: metric)
        let side = trial.side == .base ? \Block.base : \Block.candidate
        blocks[key, default: [:]][trial.block, default: Block(number: trial.block)][
          keyPath: side
        ].append(log(value))
      }
    }
    logarithms = blocks.mapValues { blocks in
      // Sorted, because sums of fractions depend on the order of the rows.
      blocks.values.map {
        Block(number: $0.number, base: $0.base.sorted(), candidate: $0.candidate.sorted())
      }.sorted { $0.number < $1.number }
    }
  }

  /// The log ratios of the complete blocks of `cell`: candidate ÷ base, a block each.
  ///
  /// The sides' geometric means are compared, so that halving and doubling weigh the same. A block
  /// counts where both trials of both sides have the figure.
  private func logRatios(_ phase: PairedPhase, _ cell: Cell, _ metric: String) -> [Double] {
    blocks(phase, cell, metric).compactMap { block in
      guard block.base.count == 2, block.candidate.count == 2 else { return nil }
      return (block.candidate.reduce(0, +) - block.base.reduce(0, +)) / 2
    }
  }

  /// How many blocks of `cell` a trial spoilt that ended well and has not the figure. O(n).
  func withoutFigure(_ phase: PairedPhase, _ cell: Cell, _ metric: String) -> Int {
    let lacking = evidence.trials.filter {
      $0.phase == phase && $0.cell == cell && $0.outcome == .ok && $0.values[metric] ?? 0 <= 0
    }
    return Set(lacking.map(\.block)).count
  }

  /// How the candidate's figure differs in the complete blocks of `cell`.
  func change(_ phase: PairedPhase, _ cell: Cell, _ metric: String) -> Change {
    change(phase, [cell], metric)
  }

  /// How the candidate's figure differs in the complete blocks of all `cells`.
  func change(_ phase: PairedPhase, _ cells: [Cell], _ metric: String) -> Change {
    Change(logRatios: cells.flatMap { logRatios(phase, $0, metric) })
  }

  /// The log ratios of every block in which base was compared with itself.
  func nullRatios(_ cell: Cell, _ metric: String) -> [Double] {
    PairedPhase.allCases.filter(\.isNull).flatMap { logRatios($0, cell, metric) }
  }

  /// The robust coefficient of variation of one trial of base, without the drift between blocks;
  /// nil where no block tells.
  ///
  /// Logarithms around their block's mean, made larger by what taking that mean away hides.
  func variation(_ cell: Cell, _ metric: String) -> Double? {
    let residuals = PairedPhase.allCases.flatMap { phase in
      blocks(phase, cell, metric).flatMap { block -> [Double] in
        let values = phase.isNull ? block.base + block.candidate : block.base
        guard values.count >= 2 else { return [] }
        let count = Double(values.count)
        let mean = values.reduce(0, +) / count
        return values.map { ($0 - mean) * (count / (count - 1)).squareRoot() }
      }
    }
    return RobustVariation.coefficient(residuals.map { 1 + $0 })
  }

  private func blocks(_ phase: PairedPhase, _ cell: Cell, _ metric: String) -> [Block] {
    logarithms[Key(phase: phase, cell: cell, metric: metric)] ?? []
  }
}
