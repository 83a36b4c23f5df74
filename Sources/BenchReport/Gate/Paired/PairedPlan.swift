import BenchHarness
import BenchMath

/// The order of the blocks of some phases.
///
/// Round by round: a round holds each cell of each phase once, shuffled, so that all of them see the
/// same drift of the machine. Who comes first and last in a block changes at random, so that being
/// first favours nobody.
struct PairedPlan {
  struct Block {
    let phase: PairedPhase
    let cell: Cell
    let number: Int
    let seed: UInt64
    /// Base, candidate, candidate, base; or the other way round.
    let order: [PairedSide]
  }

  let blocks: [Block]

  init(_ cells: [(phase: PairedPhase, cells: [Cell], blocks: Int)], seed: UInt64) {
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

extension PairedPlan {
  /// Every cell against the candidate, and against itself, in the same rounds.
  static func screening(_ evidence: PairedEvidence) -> PairedPlan {
    let settings = evidence.settings
    let cells = settings.comparedCells
    let blocks = settings.suite.screenBlocks
    return PairedPlan(
      [(.screen, cells, blocks), (.nullScreen, cells, blocks)], seed: settings.suite.seed)
  }

  /// Fresh blocks of what either screen flagged, and the noise of what the first did.
  static func confirming(_ evidence: PairedEvidence) -> PairedPlan {
    let blocks = PairedBlocks(evidence)
    let flagged = PairedScreen(blocks, .screen).cells
    let unsteady = PairedScreen(blocks, .nullScreen).cells
    let suite = evidence.settings.suite
    return PairedPlan(
      [
        (.confirm, flagged, suite.confirmBlocks), (.floor, flagged, suite.confirmBlocks),
        (.nullConfirm, unsteady, suite.confirmBlocks),
      ], seed: suite.seed)
  }
}
