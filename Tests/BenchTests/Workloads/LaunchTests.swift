@testable import BenchHarness
import Coalesce
import Testing

@testable import BenchReport

/// Other work on main behind the first delivery, and what it does to the updates long after it.
@Suite(.timeLimit(.minutes(15))) struct LaunchTests {
  private static let bounded = [StrategyEntry].standard
    .filter { !$0.isRealTimeOnly && $0.latencyBound != nil }.map(\.name)

  @Test func updatesComeBeforeTheWorkAndLongAfterIt() throws {
    let plan = try TrialPlan.of("launch:work=2s")
    #expect(plan.surroundings.workBehindFirstDelivery == 2_000_000_000)
    #expect(plan.updates.intendedNanoseconds.filter { $0 < 100_000_000 }.count == 5)
    #expect(plan.updates.intendedNanoseconds.suffix(2) == [3_500_000_000, 4_500_000_000])
  }

  @Test func moreWorkThanAMinuteIsRefused() {
    #expect(
      throws: BenchError.badPlan(workload: "launch", cause: "give at most 60s of work.")
    ) {
      _ = try TrialPlan.of("launch:work=61s")
    }
  }

  @Test(arguments: DeliveringStrategies.names)
  func workIsTheTurnBehindTheFirstDelivery(_ strategy: String) throws {
    let log = try VirtualCells.play(strategy, "launch").log
    let delivery = try #require(log.deliveries.first)
    let work = try #require(log.stalls.first)
    #expect(log.stalls.count == 1)
    #expect(work.count == 1_000_000_000)
    #expect(work.lowerBound == log.turns[delivery.turn].end)
    #expect(log.blocked == log.stalls)
  }

  @Test func workIsNoneOfTheStrategys() throws {
    let log = try VirtualCells.play("pending-flag", "launch").log
    let reloads = UInt64(log.deliveries.count) * CostModel().reloadNanoseconds
    let layouts = UInt64(log.commits.count) * CostModel().layoutNanoseconds
    #expect(TrialAnalysis(log).busyNanoseconds == reloads + layouts)
  }

  @Test func strategyWithoutADeliveryHasNoWorkBehindIt() throws {
    #expect(try VirtualCells.play("null", "launch").log.stalls.isEmpty)
  }

  @Test func windowThatBeginsAfterTheFirstUpdateHasNoWork() throws {
    let plan = try TrialPlan.of("launch")
    let late = TrialWindow(startNanoseconds: 2_000_000_000, endNanoseconds: 4_000_000_000)
    #expect(plan.cut(to: late).surroundings.workBehindFirstDelivery == 0)
    let early = TrialWindow(startNanoseconds: 0, endNanoseconds: 2_000_000_000)
    #expect(plan.cut(to: early).surroundings.workBehindFirstDelivery == 1_000_000_000)
  }

  @Test func everyCoalescerStatesABound() {
    for entry in [StrategyEntry].standard where entry.isCoalescer {
      #expect(entry.latencyBound != nil, "\(entry.name)")
    }
  }

  /// 50 ms: what two hops, and a delivery of another view's that happens to be under way, may add.
  @Test(arguments: bounded, ["launch", "launch:work=200ms", "launch:work=5s"])
  func workAtLaunchMakesNoLaterUpdateLate(strategy: String, workload: String) throws {
    let selection = try Selection.strategy(strategy)
    let bound = try #require(selection.entry.latencyBound)
    let costs = CostModel()
    let delivery = costs.reloadNanoseconds + costs.layoutNanoseconds
    let limit = bound(selection.values, .nanoseconds(Int64(delivery))) + .milliseconds(50)
    let log = try VirtualCells.play(strategy, workload).log
    let work = try #require(log.stalls.first)
    let shownAt = TrialAnalysis(log).shownAt
    let lone = shownAt.indices.filter { log.intended[$0] > work.upperBound }
    #expect(lone.count == 2)
    for index in lone {
      try #require(shownAt[index] != TrialLog.never)
      let latency = Duration.nanoseconds(Int64(shownAt[index] - log.intended[index]))
      #expect(latency <= limit, "\(latency) over \(limit)")
    }
  }
}
