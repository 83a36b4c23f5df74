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
}
