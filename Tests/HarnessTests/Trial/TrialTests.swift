import BenchTestSupport
import Testing

@testable import BenchHarness

struct TrialTests {
  /// Counts to three significant digits, but keeps the longest exact.
  @Test func latenciesAreCountedToThreeDigitsExceptTheLongest() {
    let longest: UInt64 = 50_000_001
    let counts = LatencyCount.counts([1_000_000, 1_000_000, 2_000_000, longest - 40, longest])
    #expect(counts.map(\.count) == [2, 1, 2])
    #expect(counts.last?.nanoseconds == longest)
    for (count, expected) in zip(counts, [1e6, 2e6]) {
      #expect(abs(Double(count.nanoseconds) - expected) <= expected / 1_000)
    }
    #expect(LatencyCount.counts([]).isEmpty)
  }

  private func trial(
    _ played: (stage: TrialStage, log: TrialLog), _ pass: TrialPass = .timing,
    recordsEvents: Bool = false
  ) -> Trial {
    Trial(
      Trial.ID(Cell("s", "w"), number: 1, seed: 1, time: .real, pass: pass),
      analysis: TrialAnalysis(played.log), stage: played.stage, recordsEvents: recordsEvents)
  }

  @Test(arguments: [true, false])
  func eventsAreRecordedOnlyOnRequest(recordsEvents: Bool) throws {
    let played = try VirtualCells.play("naive", "complete-all:updates=5")
    let trial = trial(played, recordsEvents: recordsEvents)
    #expect((trial.events?.isEmpty == false) == recordsEvents)
  }

  @Test func nullStrategyLosesNothing() throws {
    let record = try #require(try VirtualCells.run(strategies: "null", workloads: "uart").first)
    #expect(record.outcome == .ok)
    #expect(record.values[.lostUpdates] == nil)
    #expect(record.values[.deliveries] == 0)
  }

  @Test(arguments: [("naive", true), ("throttle", false)])
  func declaredLossIsMarkedAsExpected(strategy: String, loses: Bool) throws {
    let record = try #require(
      try VirtualCells.run(strategies: strategy, workloads: "will-set:updates=2").first)
    #expect(record.outcome == (loses ? .lost : .ok))
    #expect(record.isExpected == (loses ? true : nil))
  }

  @Test func viewThatDiffersFromTheModelIsReported() throws {
    let played = try VirtualCells.play("naive", "complete-all:updates=5")
    played.stage.views[0].view.show(RowChange(index: 99, row: 2, kind: .delete))
    #expect(trial(played).outcome == .wrongView)
  }

  /// Late producers say nothing about the strategy, but lost updates do, even if producers were late.
  @Test(
    arguments: [
      (true, .timing, .void), (true, .allocations, .ok), (false, .timing, .lost),
      (false, .allocations, .lost),
    ] as [(Bool, TrialPass, Outcome)])
  func timedTrialWithLateUpdatesIsDiscarded(_ isShown: Bool, _ pass: TrialPass, _ outcome: Outcome)
    throws
  {
    var log = TrialLog()
    for _ in 0..<3 { log.update(at: 1, actual: 7.5) }
    log.reload(shown: [isShown ? 3 : 2], 8, 9)
    log.deliveryKind = .reload
    let stage = try VirtualCells.play("naive", "complete-all:updates=5").stage
    let trial = trial((stage, log), pass)
    #expect(trial.outcome == outcome)
    #expect((trial.finishedID == nil) == (outcome == .void))
    let details: [Outcome: String] = [
      .void: "updates were sent 6.5 ms late at p99", .lost: "updates never shown: 1 of 3",
    ]
    #expect(trial.detail == details[outcome, default: ""])
  }

  /// Outcome names are keys in results files.
  @Test func outcomeNamesAreStable() {
    #expect(
      Outcome.allCases.map(\.rawValue) == [
        "ok", "lost", "wrong-view", "crashed", "hung", "over-memory", "left-running", "void",
      ])
    #expect(Outcome.allCases.filter { !$0.isFailure } == [.ok, .void])
  }
}
