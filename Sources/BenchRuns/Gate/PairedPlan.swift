import BenchHarness
import BenchMath
import BenchReport

/// The order of the trials, round by round: a round holds a block of each cell of each phase, shuffled, so that all of
/// them see the same drift of the machine. The side that begins and ends a block is random.
struct PairedPlan {
  let trials: [Trial.ID]

  init(_ cells: [(phase: TrialPlace.Phase, cells: [Cell], blocks: Int)], seed: UInt64) {
    // Gives the confirmation different arrival times from the screen's.
    let number = cells.first.flatMap { TrialPlace.Phase.allCases.firstIndex(of: $0.phase) } ?? 0
    var generator = SeededGenerator(seed: seed &+ UInt64(number) << 32)
    let rounds = cells.map(\.blocks).max() ?? 0
    trials = (0..<rounds).flatMap { round in
      let seed = generator.next() >> 16
      let all = cells.filter { round < $0.blocks }
        .flatMap { group in group.cells.map { (group.phase, $0) } }
      return all.shuffled(using: &generator).flatMap { phase, cell in
        let order: [TrialPlace.Side] =
          generator.next() % 2 == 0
          ? [.base, .candidate, .candidate, .base] : [.candidate, .base, .base, .candidate]
        return order.enumerated().map { index, side in
          var id = Trial.ID(cell, number: round + 1, seed: seed, time: .real)
          id.place = TrialPlace(phase, position: index + 1, side)
          return id
        }
      }
    }
  }

  /// Base against the candidate and base against itself, for every cell, in the same rounds.
  init(screening settings: PairedSettings) {
    let suite = settings.suite
    self.init(
      [.screen, .nullScreen].map { ($0, settings.comparedCells, suite.screenBlocks) },
      seed: suite.seed)
  }

  /// Plans fresh blocks of the cells that each screen in `trials` picks; the same rounds compare base with itself.
  init(confirming settings: PairedSettings, _ trials: [Trial]) {
    let (suite, blocks) = (settings.suite, PairedBlocks(settings, trials))
    let flagged = PairedScreen(blocks, .screen).cells
    let unsteady = PairedScreen(blocks, .nullScreen).cells
    self.init(
      [(.confirm, flagged), (.floor, flagged), (.nullConfirm, unsteady)]
        .map { ($0, $1, suite.confirmBlocks) }, seed: suite.seed)
  }
}
