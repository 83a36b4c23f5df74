import Testing

@testable import BenchHarness
@testable import BenchReport

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
    #expect(analysis.outOfOrder == 0 && log.invalidUpdates == 0)
    guard strategy != "null" else { return }
    let endsFresh = ShortWorkloads.endsFresh(strategy, on: workload)
    #expect(analysis.lost == (endsFresh ? 0 : 1))
    #expect(stage.viewsEqualModel() == endsFresh)
    #expect(stage.pendingCount == 0)
    #expect(stage.views.contains { $0.view.rows.count > 0 })
  }

  @Test(arguments: ShortWorkloads.specifications)
  func busyTimeIsTheCostOfDeliveriesAndLayouts(workload: String) throws {
    let plan = try TrialPlan.of(workload)
    // GrowingCostTests covers costs that grow.
    guard plan.costs.contentNanoseconds == 0, plan.surroundings.offScreen.isEmpty else { return }
    let log = try VirtualCells.play("naive", workload).log
    let reloads = UInt64(log.deliveries.count) * plan.costs.reloadNanoseconds
    let layouts = UInt64(log.commits.count) * plan.costs.layoutNanoseconds
    #expect(TrialAnalysis(log).busyNanoseconds == reloads + layouts)
  }

  @Test(arguments: ShortWorkloads.specifications)
  func repeatedTrialsAreIdentical(workload: String) throws {
    let tables = try (0..<2).map { _ in
      let records = try VirtualCells.run(strategies: "*", workloads: workload)
      #expect(records.allSatisfy { $0.outcome == .ok || $0.isExpected == true })
      return ResultsTables.trials(records)
        + "\(records.map { record in record.latencies.map { [$0.nanoseconds, $0.count] } })"
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

  @Test func throttleDeliversTheTrailingEdgeAtTheIntervalsEnd() throws {
    let log = try VirtualCells.play("throttle-in-submit", "complete-all:updates=10").log
    let first = try #require(log.deliveries.first?.start)
    #expect(log.deliveries.map { $0.start - first } == [0, 300_000_000 + 50_000])
  }
}

/// Policies with `by=rows`. A changed row costs 150 µs, a reload 2 ms, a layout 240 µs.
struct RowBatchTests {
  /// Plays updates whose times are in milliseconds.
  private func play(
    _ strategy: String, _ updates: [(time: UInt64, producer: Int, row: Int)],
    by producers: [TrialPlan.Producer] = [.thread]
  ) throws -> TrialLog {
    var planned = PlannedUpdates()
    for update in updates {
      planned.append(
        atNanoseconds: update.time * 1_000_000, producer: update.producer, row: update.row)
    }
    let plan = TrialPlan(
      updates: planned, producers: producers, duration: .milliseconds(100), costs: CostModel())
    let (stage, log, _) = VirtualTrial.play(
      plan: plan, strategy: try .strategy(strategy), hop: .microseconds(50))
    #expect(stage.viewsEqualModel() && TrialAnalysis(log).lost == 0)
    return log
  }

  @Test func changedRowIsChargedOnce() throws {
    let log = try play("frame:by=rows", (0..<10).map { (1, 0, $0 % 3) })
    #expect(log.deliveries.count == 1 && log.commits.count == 1 && log.shown == [10])
    #expect(TrialAnalysis(log).busyNanoseconds == 3 * 150_000 + 240_000)
  }

  @Test(arguments: [(3, 3 * 150_000 + 240_000), (4, 2_000_000 + 240_000)])
  func rowsBeyondTheLimitCauseAReload(rows: Int, expected: UInt64) throws {
    let log = try play("frame:by=rows:limit=3", (0..<rows).map { (1, 0, $0) })
    #expect(log.deliveries.count == 1)
    #expect(TrialAnalysis(log).busyNanoseconds == expected)
  }

  @Test func logCountsTheShownUpdatesOfEachProducer() throws {
    let log = try play(
      "frame:by=rows", [(1, 0, 0), (2, 1, 7), (3, 0, 0), (40, 1, 8)], by: [.thread, .thread])
    #expect(log.deliveries.count == 2 && log.shown == [2, 1, 2, 2])
    #expect(log.deliveries.allSatisfy { $0.applied < 0 })
  }

  @Test func insertsDeletesAndMovesAreNotMerged() {
    let kinds: [ChangeKind] = [
      .insert, .change, .change, .move, .change, .delete, .change, .change,
    ]
    let batches = kinds.enumerated().map {
      RowBatch((RowChange(index: $0, row: 5, kind: $1), limit: 6))
    }
    var batch = batches[0]
    for newer in batches.dropFirst() { batch.merge(newer) }
    #expect(batch.changes.map(\.index) == [0, 2, 3, 4, 5, 7] && batch.updateCount == 8)
    batch.merge(RowBatch((RowChange(index: 8, row: 6, kind: .change), limit: 6)))
    batch.merge(RowBatch((RowChange(index: 9, row: 6, kind: .change), limit: 6)))
    #expect(batch.isReload && batch.updateCount == 10)
  }
}
