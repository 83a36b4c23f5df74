import BenchHarness
import BenchMath
import Foundation

/// One trial of the paired check: a row of `paired.csv`.
package struct PairedTrial: Sendable, Equatable {
  package var phase: PairedPhase
  package var cell: Cell
  /// The block of its phase and cell, from 1.
  package var block: Int
  /// The place in its block, from 1.
  package var position: Int
  /// Which build ran.
  package var side: PairedSide
  /// The seed of the workload; the same within a block.
  package var seed: UInt64
  /// How it ended; a void one was repeated.
  package var outcome: Outcome
  /// What is to be said of the outcome, in one line; empty for `ok`.
  package var detail: String
  /// The suite's metrics by name; what could not be measured is not in it.
  package var values: [String: Double]
}

extension PairedTrial {
  /// Where it stands in the plan; a void trial and those that repeat it stand in one place.
  struct Place: Hashable {
    let phase: PairedPhase
    let cell: Cell
    let block: Int
    let position: Int
  }

  var place: Place { Place(phase: phase, cell: cell, block: block, position: position) }

  /// That it failed, whoever is to blame.
  var failure: BenchError {
    .cannotCheck(
      what: "the \(side.rawValue)'s trial of \(cell.text) (\(phase.rawValue), block \(block))",
      cause: "it ended as \(outcome.rawValue): \(detail).")
  }
}

/// What a verdict of the paired check rests on.
package struct PairedEvidence: Sendable, Equatable {
  package var settings: PairedSettings
  /// Every trial, in the order in which they ran.
  package var trials: [PairedTrial]
}

extension PairedEvidence {
  /// A trial that was planned and has no row: with rows removed, a regression could pass. Nil for none.
  var gone: PairedTrial.Place? {
    let present = Set(trials.map(\.place))
    let planned = [PairedPlan.screening(self), PairedPlan.confirming(self)].flatMap(\.blocks)
    return planned.lazy.flatMap { block in
      block.order.indices.map {
        PairedTrial.Place(
          phase: block.phase, cell: block.cell, block: block.number, position: $0 + 1)
      }
    }.first { !present.contains($0) }
  }
}

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

    /// The same, whatever the order of the rows was: sums of fractions depend on it.
    var sorted: Block {
      Block(number: number, base: base.sorted(), candidate: candidate.sorted())
    }
  }

  /// Takes the trials that ended well; blocks come in the order of their numbers. O(n).
  init(_ evidence: PairedEvidence) {
    self.evidence = evidence
    var blocks: [Key: [Int: Block]] = [:]
    for trial in evidence.trials where trial.outcome == .ok {
      for (metric, value) in trial.values where value > 0 {
        let key = Key(phase: trial.phase, cell: trial.cell, metric: metric)
        var block = blocks[key]?[trial.block] ?? Block(number: trial.block)
        switch trial.side {
        case .base: block.base.append(log(value))
        case .candidate: block.candidate.append(log(value))
        }
        blocks[key, default: [:]][trial.block] = block
      }
    }
    logarithms = blocks.mapValues { $0.values.map(\.sorted).sorted { $0.number < $1.number } }
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
    let ofCell = evidence.trials.filter { $0.phase == phase && $0.cell == cell }
    let lacking = ofCell.filter { $0.outcome == .ok && $0.values[metric] ?? 0 <= 0 }
    return Set(lacking.map(\.block)).count
  }

  /// How the candidate's figure differs in the complete blocks of `cell`.
  func change(_ phase: PairedPhase, _ cell: Cell, _ metric: String) -> Change {
    Change(logRatios: logRatios(phase, cell, metric))
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
