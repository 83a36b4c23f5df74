import Testing

@testable import BenchHarness

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
    #expect(TrialAnalysis(log).busyNanoseconds == 3 * (150_000 + 20_000))
  }

  @Test(arguments: [(3, 3 * (150_000 + 20_000)), (4, 2_000_000 + 240_000)])
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
