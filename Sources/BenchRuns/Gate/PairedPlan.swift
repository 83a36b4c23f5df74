import BenchHarness
import BenchMath

/// The order of the trials, round by round: a round holds a block of each cell, shuffled, so that all cells see the
/// same drift of the machine. The side that begins and ends a block is random.
struct PairedPlan {
  let trials: [Trial.ID]

  init(_ phase: TrialPlace.Phase, _ cells: [Cell], blocks: Int, seed: UInt64) {
    // Gives the confirmation different arrival times from the screen's.
    var generator = SeededGenerator(seed: phase == .screen ? seed : seed &+ 1 << 32)
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
