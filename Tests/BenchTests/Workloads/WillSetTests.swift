@testable import BenchHarness
import Testing

@testable import BenchReport

/// Updates on main that are announced before their change is made.
@Suite(.timeLimit(.minutes(15))) struct WillSetTests {
  private static let marked = [StrategyEntry].standard
    .filter { $0.breaks[.freshAfterWillSet] != nil }.map(\.name)

  private static let coalescers = [StrategyEntry].standard.filter(\.isCoalescer).map(\.name)

  private func lost(_ strategy: String, _ workload: String) throws -> Int {
    TrialAnalysis(try VirtualCells.play(strategy, workload).log).lost
  }

  @Test func singleUpdatesAndBurstsTakeTurnsAndOneIsAloneAtTheEnd() throws {
    let plan = try TrialPlan.of("will-set:updates=4:burst=3:gap=10ms:silence=1s")
    #expect(plan.producers == [.main])
    #expect(plan.announcesChanges)
    let bursts = plan.updates.bursts(Array(0..<Int32(plan.updates.count)))
    #expect(bursts.map(\.count) == [1, 3, 1, 3, 1])
    #expect(plan.updates.intendedNanoseconds.last == 1_050_000_000)
  }

  @Test func takesLessThanASecond() throws {
    #expect(try TrialPlan.of("will-set").duration < .seconds(1))
  }

  @Test func modelHasTheChangeWhenSubmitHasReturned() throws {
    let log = try VirtualCells.play("naive", "will-set:updates=1").log
    let first = try #require(log.deliveries.first)
    #expect(log.actual[0] == first.end)
    #expect(Array(log.shown.prefix(1)) == [0])
  }

  @Test(
    arguments: coalescers.filter { !marked.contains($0) }, ["will-set", "will-set:updates=2"])
  func coalescerThatIsNotMarkedEndsFresh(strategy: String, workload: String) throws {
    #expect(try lost(strategy, workload) == 0)
    #expect(try VirtualCells.play(strategy, workload).stage.viewsEqualModel())
  }

  @Test(arguments: marked, ["will-set", "will-set:updates=2"])
  func strategyThatIsMarkedEndsStale(strategy: String, workload: String) throws {
    let record = try #require(
      try VirtualCells.run(strategies: strategy, workloads: workload).first)
    #expect(record.outcome == .lost)
    #expect(record.values["lost_updates"] == 1)
    #expect(try !VirtualCells.play(strategy, workload).stage.viewsEqualModel())
  }

  @Test func thatItIsAnnouncedIsWhatMakesThemStale() throws {
    var plan = try TrialPlan.of("will-set")
    plan.announcesChanges = false
    for strategy in Self.marked {
      let log = VirtualTrial.play(
        plan: plan, strategy: try .strategy(strategy), hop: .microseconds(50)
      ).log
      #expect(TrialAnalysis(log).lost == 0, "\(strategy)")
    }
  }

  @Test func orderedRowsAreNotAnnounced() throws {
    var plan = try TrialPlan.of("will-set")
    plan.ordersRows = true
    #expect(throws: BenchError.self) { try plan.validate(workload: "will-set") }
  }
}
