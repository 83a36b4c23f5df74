import Testing

@testable import BenchReport
@testable import BenchHarness

@Suite(.timeLimit(.minutes(15))) struct PairedPlanTests {
  private let cells = SyntheticPair.cells(5)

  private func plan(seed: UInt64 = 1) -> PairedPlan {
    PairedPlan([(.screen, cells, 8), (.nullScreen, cells, 8)], seed: seed)
  }

  @Test func roundHoldsEachCellOfEachPhaseOnce() {
    for round in plan().blocks.chunked(by: { $0.number == $1.number }) {
      #expect(round.count == 10)
      for phase in [PairedPhase.screen, .nullScreen] {
        #expect(Set(round.filter { $0.phase == phase }.map(\.cell)) == Set(cells))
      }
      #expect(Set(round.map(\.seed)).count == 1, "A block's trials see the same arrivals.")
    }
  }

  @Test func blockGivesBothSidesTheSamePlaces() {
    for block in plan().blocks {
      #expect(block.order.first == block.order.last)
      #expect(block.order[1] == block.order[2])
      #expect(block.order[0] != block.order[1])
    }
    #expect(Set(plan().blocks.map { $0.order[0] }) == [.base, .candidate])
  }

  @Test func orderAndArrivalsVaryFromRoundToRound() {
    let rounds = plan().blocks.chunked { $0.number == $1.number }
    #expect(Set(rounds.map { $0.map(\.cell.strategy) + $0.map(\.phase.rawValue) }).count == 8)
    #expect(Set(rounds.compactMap(\.first?.seed)).count == 8)
  }

  @Test func equalSeedsGiveEqualPlans() {
    #expect(plan().blocks.map(\.seed) == plan().blocks.map(\.seed))
    #expect(plan().blocks.map(\.cell) == plan().blocks.map(\.cell))
    #expect(plan(seed: 2).blocks.map(\.cell) != plan().blocks.map(\.cell))
  }

  @Test func confirmationSeesOtherArrivals() {
    let confirming = PairedPlan([(.confirm, cells, 8)], seed: 1)
    #expect(Set(confirming.blocks.map(\.seed)).isDisjoint(with: plan().blocks.map(\.seed)))
  }

  /// In every version: whoever repeats a gate has the same arrivals and turns.
  @Test func planOfASeedStays() {
    let blocks = plan().blocks
    #expect(blocks.map(\.number) == (1...8).flatMap { Array(repeating: $0, count: 10) })
    #expect(
      blocks.prefix(10).map { $0.order[0] == .base ? "b" : "c" }.joined() == "cbbbbcccbb")
    #expect([blocks[0].seed, blocks[79].seed] == [159_472_906_176_770, 183_614_068_605_779])
    #expect(PairedPlan([(.confirm, cells, 1)], seed: 1).blocks.first?.seed == 216_077_708_092_820)
  }

  @Test func phaseWithFewerBlocksEndsSooner() {
    let blocks = PairedPlan([(.confirm, cells, 3), (.floor, cells, 5)], seed: 1).blocks
    #expect(blocks.filter { $0.phase == .confirm }.map(\.number).max() == 3)
    #expect(blocks.count { $0.phase == .confirm } == 15)
    #expect(blocks.count { $0.phase == .floor } == 25)
    #expect(PairedPlan([], seed: 1).blocks.isEmpty)
  }

  @Test func whatWasFlaggedIsPlannedAgainOnBothSides() {
    var pair = SyntheticPair()
    (pair.changes, pair.nullChanges) = ([1: 0.5], [2: 0.5])
    let evidence = pair.evidence()
    let screening = PairedPlan.screening(evidence).blocks
    #expect(screening.count == 4 * 8 * 2)
    #expect(Set(screening.map(\.phase)) == [.screen, .nullScreen])
    let confirming = PairedPlan.confirming(evidence).blocks
    for (phase, cell) in [(PairedPhase.confirm, 1), (.floor, 1), (.nullConfirm, 2)] {
      let own = confirming.filter { $0.phase == phase }
      #expect(own.count == 20 && Set(own.map(\.cell)) == [pair.suite.cells[cell]])
    }
    #expect(confirming.count == 60)
  }
}
