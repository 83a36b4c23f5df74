import BenchHarness
import BenchMath
import Foundation

/// The order of the blocks of some phases.
///
/// Round by round: a round holds each cell of each phase once, shuffled, so that all of them see the
/// same drift of the machine. Who comes first and last in a block changes at random, so that being
/// first favours nobody.
struct PairedPlan {
  struct Block {
    let phase: PairedPhase
    let cell: PairedCell
    let number: Int
    let seed: UInt64
    /// Base, candidate, candidate, base; or the other way round.
    let order: [PairedSide]
  }

  let blocks: [Block]

  init(_ cells: [(phase: PairedPhase, cells: [PairedCell], blocks: Int)], seed: UInt64) {
    // A confirmation has other arrivals than the screen before it.
    let number = cells.first.flatMap { PairedPhase.allCases.firstIndex(of: $0.phase) } ?? 0
    var generator = SeededGenerator(seed: seed &+ UInt64(number) << 32)
    let rounds = cells.map(\.blocks).max() ?? 0
    blocks = (0..<rounds).flatMap { round in
      let seed = generator.next() >> 16
      let all = cells.filter { round < $0.blocks }
        .flatMap { group in group.cells.map { (group.phase, $0) } }
      return all.shuffled(using: &generator).map { phase, cell in
        let first: PairedSide = generator.next() % 2 == 0 ? .base : .candidate
        return Block(
          phase: phase, cell: cell, number: round + 1, seed: seed,
          order: [first, first.opposite, first.opposite, first])
      }
    }
  }
}

/// The figures of evidence by phase, cell and metric, a block each.
struct PairedBlocks {
  private let evidence: PairedEvidence
  private let logarithms: [Key: [Block]]

  /// What was asked.
  var settings: PairedSettings { evidence.settings }

  private struct Key: Hashable {
    let phase: PairedPhase
    let cell: PairedCell
    let metric: String
  }

  /// The logarithms of one figure, by side.
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
  func logRatios(_ phase: PairedPhase, _ cell: PairedCell, _ metric: String) -> [Double] {
    blocks(phase, cell, metric).compactMap { block in
      guard block.base.count == 2, block.candidate.count == 2 else { return nil }
      return (block.candidate.reduce(0, +) - block.base.reduce(0, +)) / 2
    }
  }

  /// How many blocks of `cell` a trial spoilt that ended well and has not the figure. O(n).
  func withoutFigure(_ phase: PairedPhase, _ cell: PairedCell, _ metric: String) -> Int {
    let ofCell = evidence.trials.filter { $0.phase == phase && $0.cell == cell }
    let lacking = ofCell.filter { $0.outcome == .ok && $0.values[metric] ?? 0 <= 0 }
    return Set(lacking.map(\.block)).count
  }

  /// The log ratios of every block in which base was compared with itself.
  func nullRatios(_ cell: PairedCell, _ metric: String) -> [Double] {
    PairedPhase.allCases.filter(\.isNull).flatMap { logRatios($0, cell, metric) }
  }

  /// The robust coefficient of variation of one trial of base, without the drift between blocks;
  /// nil where no block tells.
  ///
  /// Logarithms around their block's mean, made larger by what taking that mean away hides.
  func variation(_ cell: PairedCell, _ metric: String) -> Double? {
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

  private func blocks(_ phase: PairedPhase, _ cell: PairedCell, _ metric: String) -> [Block] {
    logarithms[Key(phase: phase, cell: cell, metric: metric)] ?? []
  }
}

/// Counts the trials of the paired check.
struct PairedClock {
  private let start = ContinuousClock.now
  private var done = 0
  private var total = 0

  /// So many trials more will come.
  mutating func expect(_ trials: Int) { total += trials }

  /// The next trial begins.
  mutating func begin(_ block: PairedPlan.Block) -> Advance {
    defer { done += 1 }
    return Advance(
      "\(block.phase.rawValue): \(block.cell.text)", done: done, of: total, since: start)
  }
}
