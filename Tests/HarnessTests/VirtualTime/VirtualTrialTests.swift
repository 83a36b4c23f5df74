import BenchTestSupport
import Foundation
import Testing

@testable import BenchHarness

/// Every strategy of the registry on every workload that virtual time can run.
struct VirtualTrialTests {
  @Test(
    arguments: [StrategyEntry].standard.map(\.name) + DeliveringStrategies.byRows,
    ShortWorkloads.specifications)
  func trialShowsUpdatesInOrder(strategy: String, workload: String) throws {
    let played = try VirtualCells.play(strategy, workload)
    let (stage, log, analysis) = (played.stage, played.log, TrialAnalysis(played.log))
    for (turn, next) in zip(log.turns, log.turns.dropFirst()) { #expect(turn.end <= next.start) }
    for (delivery, next) in zip(log.deliveries, log.deliveries.dropFirst()) {
      #expect(delivery.end <= next.start)
    }
    for delivery in log.deliveries {
      #expect(log.turns.contains { $0.start <= delivery.start && delivery.end <= $0.end })
    }
    #expect(log.turns.last.map { $0.end <= log.end } ?? true)
    #expect(log.figure(.outOfOrderUpdates) == 0 && log.invalidUpdates == 0)
    guard strategy != "null" else { return }
    let isKnown = try Selection.strategy(strategy).entry.breaks[.freshAfterWillSet] != nil
    let endsFresh = !workload.hasPrefix("will-set") || !isKnown
    #expect(analysis.lost == (endsFresh ? 0 : 1))
    #expect(stage.viewsEqualModel() == endsFresh)
    #expect(stage.pendingCount == 0)
    #expect(stage.views.contains { $0.view.rows.count > 0 })
  }

  @Test(arguments: ShortWorkloads.specifications)
  func busyTimeIsTheCostOfDeliveriesAndLayouts(workload: String) throws {
    let plan = try TrialPlan.of(workload)
    // HeadlessListViewTests covers costs that grow.
    guard plan.costs.contentNanoseconds == 0, plan.surroundings.offScreen.isEmpty else { return }
    let log = try VirtualCells.play("naive", workload).log
    let reloads = UInt64(log.deliveries.count) * plan.costs.reloadNanoseconds
    let layouts = UInt64(log.commits.count) * plan.costs.layoutNanoseconds
    #expect(TrialAnalysis(log).busyNanoseconds == reloads + layouts)
  }

  @Test(arguments: ShortWorkloads.specifications)
  func repeatedTrialsAreIdentical(workload: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let tables = try (0..<2).map { _ in
      let records = try VirtualCells.run(strategies: "*", workloads: workload)
      #expect(records.allSatisfy { $0.outcome == .ok || $0.isExpected == true })
      return try encoder.encode(records)
    }
    #expect(tables[0] == tables[1])
  }

  @Test(arguments: [
    ("naive", 100.0), ("source-add", 1), ("source-replace", 1), ("next-pass", 1),
    ("throttle", 1), ("throttle-in-submit", 2), ("throttle-end-to-start", 2), ("rate-adaptive", 2),
    ("debounce", 1), ("frame", 1), ("view-queue", 100), ("view-queue-delay", 100), ("null", 0),
    ("row-changes", 100), ("main-drain", 100), ("main-drain-bounded", 100),
  ])
  func burstOfAHundredCausesTheExpectedDeliveries(strategy: String, expected: Double) throws {
    let log = try VirtualCells.play(strategy, "complete-all:updates=100").log
    #expect(Double(log.deliveries.count) == expected)
  }

  @Test(arguments: DeliveringStrategies.names)
  func oneUpdateCausesOneDeliveryAndNoUpdateCausesNone(strategy: String) throws {
    for (workload, count) in [
      ("complete-all:updates=1", 1), ("on-off:burst=1:bursts=1", 1), ("uart:duration=1ms", 0),
    ] {
      #expect(try VirtualCells.play(strategy, workload).log.deliveries.count == count)
    }
  }

  /// After a dispatch of 50 µs: a reload of 2 ms, then the layout of 12 rows of 20 µs.
  @Test func latencyIsTheSumOfDispatchReloadAndLayout() throws {
    let log = try VirtualCells.play("naive", "complete-all:updates=1").log
    #expect(TrialAnalysis(log).latencies == [50_000 + 2_000_000 + 240_000])
  }
}
