import BenchTestSupport
import Testing

@testable import BenchHarness

/// Other events on the main thread and in the view, such as stalls and scrolling, affect the figures.
struct VirtualSourcesTests {
  private func figure(_ metric: Metric, _ strategy: String, _ workload: String) throws -> Double? {
    try VirtualCells.run(strategies: strategy, workloads: workload).first?.values[metric]
  }

  @Test func stallsBlockTheMainThreadButAreNotTheStrategysWork() throws {
    #expect(isClose(try figure(.longestBlock, "null", "stall"), 500))
    #expect(try figure(.mainBusyShare, "null", "stall") == 0)
    let log = try VirtualCells.play("null", "stall").log
    #expect(log.stalls.map { $0.count / 1_000_000 } == [60, 220, 500])
  }

  @Test func stallAddsToTheLatencyOfUpdatesDuringIt() throws {
    let latency = try #require(try figure(.latencyMax, "next-pass", "stall"))
    #expect(latency > 495 && latency < 505)
  }

  @Test func onlyAnUnboundedDrainStarvesTheHeartbeat() throws {
    let starved = try #require(try figure(.heartbeatShare, "main-drain", "faster-than-main"))
    let heard = try #require(
      try figure(.heartbeatShare, "main-drain-bounded", "faster-than-main"))
    #expect(starved < 0.1)
    #expect(heard >= 0.9)
  }

  @Test(arguments: DeliveringStrategies.names)
  func idleMainThreadRarelyWakes(_ strategy: String) throws {
    let wakeUps = try #require(
      try VirtualCells.play(strategy, "idle:duration=60s").log.wakeUps)
    #expect(wakeUps <= 3)
  }

  @Test(arguments: DeliveringStrategies.names)
  func updatesDuringScrollingAreDeliveredWhenItEnds(_ strategy: String) throws {
    let log = try VirtualCells.play(strategy, "scroll-gate").log
    let scrolling = UInt64(300_000_000)..<2_300_000_000
    #expect(log.deliveries.allSatisfy { !scrolling.contains($0.start) })
    let caughtUp = log.deliveries.filter {
      $0.start >= scrolling.upperBound && $0.start < scrolling.upperBound + 1_000_000
    }
    // A change set computed before scrolling began is applied when scrolling ends, before one with the rest.
    #expect(caughtUp.count == (strategy == "change-set" ? 2 : 1))
  }

  @Test func excessChangesAreAppliedWithoutAnimation() throws {
    let count = try #require(
      try figure(.updatesWithoutAnimation, "main-drain", "thumbnail-feed:rows=60"))
    #expect(count > 0)
  }

  @Test func capturedPositionUpdatesTheWrongRow() throws {
    let records = try VirtualCells.run(
      strategies: "main-drain", workloads: "thumbnail-feed:rows=60:captured=yes")
    let record = try #require(records.first)
    #expect(record.outcome == .lost || record.outcome == .wrongView, "\(record.detail)")
  }

  @Test func rowUpdatesByCapturedPositionsAreRefused() throws {
    let refused = try #require(
      try figure(.invalidUpdates, "view-queue", "change-sets:captured=yes"))
    #expect(refused > 0)
    #expect(try figure(.invalidUpdates, "view-queue", "change-sets") == 0)
  }

  @Test func deliveriesSubmitUpdatesWhileTheyRun() throws {
    let log = try VirtualCells.play("next-pass", "signals-during-reload:trains=2").log
    let inner = log.actual.indices.filter { log.updates.producer[$0] == 1 }
      .map { log.actual[$0] }.filter { $0 != TrialLog.never }
    #expect(!inner.isEmpty)
    #expect(
      inner.allSatisfy { time in
        log.deliveries.contains { $0.start <= time && time <= $0.end }
      })
  }
}
