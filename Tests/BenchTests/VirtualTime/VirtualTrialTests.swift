import Testing

@testable import BenchHarness
@testable import BenchReport

/// Every strategy of the registry on every workload that virtual time can run.
struct VirtualTrialTests {
  @Test(arguments: [StrategyEntry].standard.map(\.name), ShortWorkloads.specifications)
  func trialShowsEveryUpdateInOrder(strategy: String, workload: String) throws {
    let played = try VirtualCells.play(strategy, workload)
    let (stage, log, analysis) = (played.stage, played.log, TrialAnalysis(played.log))
    for (turn, next) in zip(log.turns, log.turns.dropFirst()) { #expect(turn.end <= next.start) }
    for (delivery, next) in zip(log.deliveries, log.deliveries.dropFirst()) {
      #expect(delivery.end <= next.start)
    }
    for delivery in log.deliveries {
      let turn = log.turns[delivery.turn]
      #expect(turn.start <= delivery.start && delivery.end <= turn.end)
    }
    #expect(log.turns.last.map { $0.end <= log.end } ?? true)
    #expect(analysis.outOfOrder == 0 && log.invalidUpdates == 0)
    guard strategy != "null" else { return }
    let endsFresh = ShortWorkloads.endsFresh(strategy, on: workload)
    #expect(analysis.lost == (endsFresh ? 0 : 1))
    #expect(stage.viewsEqualModel() == endsFresh)
    #expect(stage.pendingCount == 0)
    #expect(stage.views.contains { $0.view.rows.count > 0 })
  }

  @Test(arguments: ShortWorkloads.specifications)
  func busyShareIsThePriceOfTheDeliveriesAndLayouts(workload: String) throws {
    let plan = try TrialPlan.of(workload)
    // What grows is in GrowingCostTests.
    guard plan.costs.contentNanoseconds == 0, plan.surroundings.offScreen.isEmpty else { return }
    let log = try VirtualCells.play("naive", workload).log
    let reloads = UInt64(log.deliveries.count) * plan.costs.reloadNanoseconds
    let layouts = UInt64(log.commits.count) * plan.costs.layoutNanoseconds
    #expect(TrialAnalysis(log).busyNanoseconds == reloads + layouts)
  }

  @Test(arguments: ShortWorkloads.specifications)
  func repeatsAreBitIdentical(workload: String) throws {
    let tables = try (0..<2).map { _ in
      let records = try VirtualCells.run(strategies: "*", workloads: workload)
      #expect(records.allSatisfy { $0.outcome == .ok || $0.isExpected == true })
      return ResultsTables.trials(records)
        + "\(records.map { record in record.latencies.map { [$0.nanoseconds, $0.count] } })"
    }
    #expect(tables[0] == tables[1])
  }

  @Test(arguments: [
    ("naive", 100.0), ("source-add", 1), ("source-replace", 1), ("pending-flag", 1),
    ("throttle", 2), ("throttle-end-to-start", 2), ("rate-adaptive", 2), ("debounce-max-wait", 1),
    ("frame", 1), ("view-queue", 100), ("view-queue-delay", 100), ("row-changes", 100),
    ("main-drain", 100), ("main-drain-bounded", 100), ("null", 0),
  ])
  func burstOfAHundredOnMainTakesSoManyDeliveries(strategy: String, expected: Double) throws {
    let log = try VirtualCells.play(strategy, "complete-all:updates=100").log
    #expect(Double(log.deliveries.count) == expected)
  }

  @Test(arguments: DeliveringStrategies.names)
  func oneUpdateTakesOneDeliveryAndNoneTakesNone(strategy: String) throws {
    for (workload, count) in [
      ("complete-all:updates=1", 1), ("on-off:burst=1:bursts=1", 1), ("uart:duration=1ms", 0),
    ] {
      #expect(try VirtualCells.play(strategy, workload).log.deliveries.count == count)
    }
  }

  /// On main at 10 ms after a hop of 50 µs: a reload of 2 ms, then 12 rows of 20 µs.
  @Test func latencyIsHopAndReloadAndLayout() throws {
    let log = try VirtualCells.play("naive", "complete-all:updates=1").log
    #expect(TrialAnalysis(log).latencies == [50_000 + 2_000_000 + 240_000])
  }

  @Test func throttleDeliversTheTrailingEdgeAtTheIntervalsEnd() throws {
    let log = try VirtualCells.play("throttle:interval=100ms", "complete-all:updates=10").log
    let first = try #require(log.deliveries.first?.start)
    #expect(log.deliveries.map { $0.start - first } == [0, 100_000_000 + 50_000])
  }
}
