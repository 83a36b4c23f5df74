import Testing

@testable import BenchHarness
@testable import BenchReport
@testable import BenchRuns

struct PairedPlanTests {
  private let cells = (0..<5).map { Cell("strategy-\($0)", "steady") }

  private func plan(seed: UInt64 = 1) -> PairedPlan {
    PairedPlan([(.screen, cells, 8), (.nullScreen, cells, 8)], seed: seed)
  }

  private func phase(_ id: Trial.ID) -> String { id.place?.phase.rawValue ?? "" }

  @Test func roundHasABlockForEachCellAndPhase() {
    let rounds = plan().trials.chunked { $0.number == $1.number }
    #expect(rounds.count == 8)
    for round in rounds {
      #expect(round.count == 10 * 4)
      #expect(Set(round.map { phase($0) + $0.cell.strategy }).count == 10)
      #expect(Set(round.map(\.seed)).count == 1, "A block's trials see the same arrivals.")
    }
    #expect(Set(rounds.map { $0.map { phase($0) + $0.cell.strategy } }).count == 8)
    #expect(Set(rounds.compactMap(\.first?.seed)).count == 8)
  }

  @Test func blockBalancesTheOrderOfSides() {
    let blocks = plan().trials.chunked {
      $0.cell == $1.cell && phase($0) == phase($1) && $0.number == $1.number
    }
    let orders = blocks.map { $0.compactMap(\.place?.side) }
    #expect(
      Set(orders)
        == [[.base, .candidate, .candidate, .base], [.candidate, .base, .base, .candidate]])
    #expect(blocks.allSatisfy { $0.map(\.place?.position) == [1, 2, 3, 4] })
  }

  /// Also across versions, so that a repeated gate has the same arrivals and the same order of trials.
  @Test func seedDeterminesThePlan() {
    let trials = plan().trials
    let first = trials.filter { $0.place?.position == 1 }.prefix(10)
    #expect(first.map { $0.place?.side == .base ? "b" : "c" }.joined() == "cbbbbcccbb")
    #expect(trials.first?.seed == 159_472_906_176_770)
    #expect(trials.last?.seed == 183_614_068_605_779)
    #expect(plan(seed: 2).trials != trials)
    // The confirmation uses other arrivals than the screen.
    let confirming = PairedPlan([(.confirm, cells, 1)], seed: 1).trials
    #expect(confirming.first?.seed == 216_077_708_092_820)
  }

  @Test func onlyFlaggedCellsArePlannedAgain() {
    let settings = PairedSettings(PairedSuite(cells))
    let trials = PairedPlan(screening: settings).trials.map { id in
      let isSlower =
        id.place?.side == .candidate
        && id.cell == (id.place?.phase == .screen ? cells[1] : cells[2])
      return Trial(
        id, outcome: .ok, detail: "",
        values: [Metric.cpuMainPerDelivery.name: isSlower ? 1.5 : 1])
    }
    let confirming = PairedPlan(confirming: settings, trials).trials
    for (phase, cell) in [(TrialPlace.Phase.confirm, 1), (.floor, 1), (.nullConfirm, 2)] {
      let own = confirming.filter { $0.place?.phase == phase }
      #expect(own.count == 20 * 4 && Set(own.map(\.cell)) == [cells[cell]])
    }
    #expect(confirming.count == 60 * 4)
  }
}
