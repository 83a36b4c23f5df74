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
        Block(
          phase: phase, cell: cell, number: round + 1, seed: seed,
          order: generator.next() % 2 == 0
            ? [.base, .candidate, .candidate, .base] : [.candidate, .base, .base, .candidate])
      }
    }
  }

  /// Every cell against the candidate, and against itself, in the same rounds.
  static func screening(_ evidence: PairedEvidence) -> PairedPlan {
    let (suite, cells) = (evidence.settings.suite, evidence.settings.comparedCells)
    return PairedPlan(
      [PairedPhase.screen, .nullScreen].map { ($0, cells, suite.screenBlocks) }, seed: suite.seed)
  }

  /// Fresh blocks of what either screen flagged, and the noise of what the first did.
  static func confirming(_ evidence: PairedEvidence) -> PairedPlan {
    let (suite, blocks) = (evidence.settings.suite, PairedBlocks(evidence))
    let flagged = PairedScreen(blocks, .screen).cells
    let unsteady = PairedScreen(blocks, .nullScreen).cells
    return PairedPlan(
      [(.confirm, flagged), (.floor, flagged), (.nullConfirm, unsteady)]
        .map { ($0, $1, suite.confirmBlocks) }, seed: suite.seed)
  }
}
