import Testing

@testable import BenchHarness
@testable import BenchReport
@testable import BenchRuns

struct PairedPlanTests {
  private let cells = (0..<5).map { Cell("strategy-\($0)", "steady") }

  private func suite(seed: UInt64) -> PairedSuite {
    var suite = PairedSuite(cells)
    (suite.seed, suite.screenBlocks) = (seed, 8)
    return suite
  }

  private func plan(seed: UInt64 = 1) -> PairedPlan {
    PairedPlan(suite(seed: seed), .screen, cells)
  }

  @Test func roundHasABlockForEachCell() {
    let rounds = plan().trials.chunked { $0.number == $1.number }
    #expect(rounds.count == 8)
    for round in rounds {
      #expect(round.count == 5 * 4)
      #expect(Set(round.map(\.cell)).count == 5)
      #expect(Set(round.map(\.seed)).count == 1, "A block's trials see the same arrivals.")
    }
    #expect(Set(rounds.map { $0.map(\.cell) }).count > 6)
    #expect(Set(rounds.compactMap(\.first?.seed)).count == 8)
  }

  @Test func blockBalancesTheOrderOfSides() {
    let blocks = plan().trials.chunked { $0.cell == $1.cell && $0.number == $1.number }
    let orders = blocks.map { $0.compactMap(\.place?.side) }
    #expect(
      Set(orders)
        == [[.base, .candidate, .candidate, .base], [.candidate, .base, .base, .candidate]])
    #expect(blocks.allSatisfy { $0.map(\.place?.position) == [1, 2, 3, 4] })
  }

  /// The plan must not differ between versions: a repeated gate has the same arrivals and order of trials.
  @Test func seedDeterminesThePlan() {
    let trials = plan().trials
    let first = trials.filter { $0.place?.position == 1 }.prefix(10)
    #expect(first.map { $0.place?.side == .base ? "b" : "c" }.joined() == "bccbbcccbb")
    #expect(trials.first?.seed == 159_472_906_176_770)
    #expect(trials.last?.seed == 45_519_113_986_284)
    #expect(plan(seed: 2).trials != trials)
    // The confirmation uses other arrivals than the screen.
    let confirming = PairedPlan(suite(seed: 1), .confirm, cells).trials
    #expect(confirming.first?.seed == 35_474_578_537_817)
  }
}
