import BenchHarness
import BenchMath

/// The order of the trials of some phases.
///
/// Round by round: a round holds a block of each cell of each phase, shuffled, so that all of them see the
/// same drift of the machine. Who comes first and last in a block changes at random, so that being
/// first favours nobody.
struct PairedPlan {
  /// Block by block: base, candidate, candidate, base; or the other way round.
  let trials: [Trial.ID]

  init(_ cells: [(phase: TrialPlace.Phase, cells: [Cell], blocks: Int)], seed: UInt64) {
    // A confirmation has other arrivals than the screen before it.
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

  /// Every cell against the candidate, and against itself, in the same rounds.
  static func screening(_ settings: PairedSettings, _: [Trial]) -> PairedPlan {
    let suite = settings.suite
    return PairedPlan(
      [.screen, .nullScreen].map { ($0, settings.comparedCells, suite.screenBlocks) },
      seed: suite.seed)
  }

  /// Fresh blocks of what either screen of `trials` flagged, and the noise of what the first did.
  static func confirming(_ settings: PairedSettings, _ trials: [Trial]) -> PairedPlan {
    let (suite, blocks) = (settings.suite, PairedBlocks(settings, trials))
    let flagged = PairedScreen(blocks, .screen).cells
    let unsteady = PairedScreen(blocks, .nullScreen).cells
    return PairedPlan(
      [(.confirm, flagged), (.floor, flagged), (.nullConfirm, unsteady)]
        .map { ($0, $1, suite.confirmBlocks) }, seed: suite.seed)
  }
}
