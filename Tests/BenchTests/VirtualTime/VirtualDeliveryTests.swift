import Testing

@testable import BenchHarness
@testable import BenchReport

/// Deliveries, latencies and repeats in virtual time: exact figures.
@Suite(.timeLimit(.minutes(15))) struct VirtualDeliveryTests {
  private func deliveries(_ strategy: String, _ workload: String) throws -> Double? {
    try VirtualCells.run(strategies: strategy, workloads: workload).first?.values["deliveries"]
  }

  @Test(arguments: [
    ("naive", 100.0), ("source-add", 1), ("source-replace", 1), ("pending-flag", 1),
    ("throttle", 2), ("throttle-end-to-start", 2), ("rate-adaptive", 2), ("debounce-max-wait", 1),
    ("frame", 1), ("view-queue", 100), ("view-queue-delay", 100), ("row-changes", 100),
    ("main-drain", 100), ("main-drain-bounded", 100), ("null", 0),
  ])
  func burstOfAHundredOnMainTakesSoManyDeliveries(strategy: String, expected: Double) throws {
    #expect(try deliveries(strategy, "complete-all:updates=100") == expected)
  }

  @Test(arguments: [StrategyEntry].standard.map(\.name))
  func workloadWithoutUpdatesTakesNoDelivery(strategy: String) throws {
    let record = try #require(
      try VirtualCells.run(strategies: strategy, workloads: "uart:duration=1ms").first)
    #expect(record.outcome == .ok)
    #expect(record.values["deliveries"] == 0)
    #expect(record.values["updates"] == 0)
    #expect(record.latencies.isEmpty)
  }

  @Test(arguments: DeliveringStrategies.names)
  func oneUpdateTakesOneDelivery(strategy: String) throws {
    #expect(try deliveries(strategy, "complete-all:updates=1") == 1)
    #expect(try deliveries(strategy, "on-off:burst=1:bursts=1") == 1)
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

  @Test func fileEventsEndWithTheRowsThatTheRecordingLeaves() throws {
    let plan = try TrialPlan.of("file-events:speed=20")
    var rows: [Int: Int] = [:]
    for index in 0..<plan.updates.count {
      let change = plan.updates.change(index)
      rows[change.row] = change.kind == .delete ? nil : index
    }
    for strategy in DeliveringStrategies.names {
      let trial = try VirtualCells.play(strategy, "file-events:speed=20")
      #expect(trial.stage.views[0].view.rows.values == rows, "\(strategy)")
    }
  }

  @Test(arguments: ShortWorkloads.specifications)
  func repeatsAreBitIdentical(workload: String) throws {
    let tables = try (0..<2).map { _ in
      let records = try VirtualCells.run(strategies: "*", workloads: workload)
      return ResultsTables.trials(records)
        + "\(records.map { record in record.latencies.map { [$0.nanoseconds, $0.count] } })"
    }
    #expect(tables[0] == tables[1])
  }

  @Test(arguments: [StrategyEntry].standard.map(\.name))
  func logsOfRepeatsAreBitIdentical(strategy: String) throws {
    let logs = try (0..<2).map { _ in
      let log = try VirtualCells.play(strategy, "multi-view:bursts=1").log
      return "\(log.deliveries)\(log.turns)\(log.commits)\(log.shown)\(log.actual)\(log.end)"
    }
    #expect(logs[0] == logs[1])
  }

  @Test func otherSeedMakesOtherFigures() throws {
    let tables = try (1...2 as ClosedRange<UInt64>).map { seed in
      try VirtualCells.run(strategies: "naive", workloads: "rapid-service", seed: seed)
        .map(\.values)
    }
    #expect(tables[0] != tables[1])
  }
}
