import BenchTestSupport
import Coalesce
import Testing

@testable import BenchHarness

/// Other work follows the first delivery on the main thread. It must not delay updates that come much later.
struct LaunchTests {
  /// The work is the turn after the first delivery. VirtualTrialTests shows that it is not the strategy's time.
  @Test(arguments: DeliveringStrategies.names)
  func launchWorkFollowsTheFirstDelivery(_ strategy: String) throws {
    let log = try VirtualCells.play(strategy, "launch").log
    let delivery = try #require(log.deliveries.first)
    let work = try #require(log.stalls.first)
    #expect(log.stalls.count == 1 && log.blocked == log.stalls)
    #expect(work.count == 1_000_000_000)
    #expect(work.lowerBound == log.turns.first { delivery.end <= $0.end }?.end)
  }
}

/// Updates on the main thread, announced before the change is made.
struct WillSetTests {
  @Test func singleUpdatesAndBurstsAlternateEndingWithASingleUpdate() throws {
    let plan = try TrialPlan.of("will-set:updates=4:burst=3:gap=10ms:silence=1s")
    #expect(plan.producers == [.main] && plan.announcesChanges)
    let bursts = plan.updates.bursts(Array(0..<Int32(plan.updates.count)))
    #expect(bursts.map(\.count) == [1, 3, 1, 3, 1])
    #expect(plan.updates.intendedNanoseconds.last == 1_050_000_000)
  }

  @Test func modelChangesOnlyAfterSubmitReturns() throws {
    let log = try VirtualCells.play("naive", "will-set:updates=1").log
    let first = try #require(log.deliveries.first)
    #expect(log.actual[0] == first.end)
    #expect(Array(log.shown.prefix(1)) == [0])
  }

  /// These strategies end stale only if changes are announced first. VirtualTrialTests shows that others end fresh.
  @Test(
    arguments: [StrategyEntry].standard.filter { $0.breaks[.freshAfterWillSet] != nil }.map(\.name))
  func strategyDeclaredToEndStaleDoesSo(strategy: String) throws {
    var plan = try TrialPlan.of("will-set")
    for announces in [true, false] {
      plan.announcesChanges = announces
      let log = VirtualTrial.play(
        plan: plan, strategy: try .strategy(strategy), hop: .microseconds(50)
      ).log
      #expect(TrialAnalysis(log).lost == (announces ? 1 : 0))
    }
  }
}
