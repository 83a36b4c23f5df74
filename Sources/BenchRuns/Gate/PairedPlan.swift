import BenchHarness
import BenchMath
import BenchReport

/// The order of the trials, round by round: a round holds a block of each cell, shuffled, so that all cells see the
/// same drift of the machine. The side that begins and ends a block is random.
struct PairedPlan {
  let trials: [Trial.ID]

  init(_ suite: PairedSuite, _ phase: TrialPlace.Phase, _ cells: [Cell]) {
    // The confirmation has different arrival times from the screen's.
    let (blocks, seed) =
      phase == .screen
      ? (suite.screenBlocks, suite.seed) : (suite.confirmBlocks, suite.seed &+ 1 << 32)
    var generator = SeededGenerator(seed: seed)
    trials = (0..<blocks).flatMap { round in
      let seed = generator.next() >> 16
      return cells.shuffled(using: &generator).flatMap { cell in
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
}
