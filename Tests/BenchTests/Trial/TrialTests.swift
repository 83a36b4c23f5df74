import Testing

@testable import BenchHarness
@testable import BenchReport

@Suite(.timeLimit(.minutes(15))) struct TrialTests {
  @Test func latenciesAreCountedToThreeDigits() {
    let counts = LatencyCount.counts([1_000_000, 1_000_000, 2_000_000, 50_000_000])
    #expect(counts.map(\.count) == [2, 1, 1])
    for (count, expected) in zip(counts, [1e6, 2e6, 5e7]) {
      #expect(abs(Double(count.nanoseconds) - expected) <= expected / 1_000)
    }
  }

  @Test func curveOfLatenciesEndsAtTheLongest() {
    let longest: UInt64 = 50_000_001
    #expect(LatencyCount.counts([1_000_000, longest, longest - 40]).last?.nanoseconds == longest)
  }

  @Test(arguments: [[], [0], [0, 0, 1], [UInt64(3_600_000_000_000)]] as [[UInt64]])
  func everyLatencyIsCounted(latencies: [UInt64]) {
    let counts = LatencyCount.counts(latencies)
    #expect(counts.reduce(0) { $0 + $1.count } == UInt64(latencies.count))
  }

  @Test func trialThatShowedEverythingIsOk() throws {
    let record = try #require(
      try VirtualCells.run(strategies: "naive", workloads: "uart:duration=500ms").first)
    #expect(record.outcome == .ok)
    #expect(record.detail.isEmpty)
    #expect(record.values["lost_updates"] == 0)
    #expect(record.latencies.reduce(0) { $0 + $1.count } == 288)
  }

  @Test(arguments: [true, false])
  func eventsAreThereWhereTheyAreAskedFor(recordsEvents: Bool) throws {
    let played = try VirtualCells.play("naive", "complete-all:updates=5")
    let trial = Trial(
      Trial.ID(Cell("naive", "w"), number: 1, seed: 1, time: .virtual),
      analysis: TrialAnalysis(played.log), counters: TrialCounters(), stage: played.stage,
      expectsDeliveries: true, recordsEvents: recordsEvents)
    #expect((trial.events?.isEmpty == false) == recordsEvents)
  }

  @Test func nothingIsSaidToBeLostOfAStrategyThatDeliversNothing() throws {
    let record = try #require(try VirtualCells.run(strategies: "null", workloads: "uart").first)
    #expect(record.outcome == .ok)
    #expect(record.values["lost_updates"] == nil)
    #expect(record.values["deliveries"] == 0)
  }

  @Test func updatesThatWereNeverShownMakeTheTrialLost() throws {
    let trial = try VirtualCells.play("null", "complete-all:updates=5")
    let record = Trial(
      Trial.ID(Cell("null", "w"), number: 1, seed: 1, time: .virtual),
      analysis: TrialAnalysis(trial.log), counters: TrialCounters(), stage: trial.stage,
      expectsDeliveries: true)
    #expect(record.outcome == .lost)
    #expect(record.detail == "5 of 5 updates were never shown")
    #expect(record.values["lost_updates"] == 5)
  }

  @Test(arguments: [("naive", true), ("throttle-next-pass", false)])
  func lossThatTheRegistrySaysIsExpected(strategy: String, loses: Bool) throws {
    let record = try #require(
      try VirtualCells.run(strategies: strategy, workloads: "will-set:updates=2").first)
    #expect(record.outcome == (loses ? .lost : .ok))
    #expect(record.isExpected == (loses ? true : nil))
    #expect(record.detail.hasSuffix(" were never shown (as its registry entry says)") == loses)
  }

  @Test func viewThatDiffersFromTheModelIsTold() throws {
    let trial = try VirtualCells.play("naive", "complete-all:updates=5")
    let view = trial.stage.views[0].view
    view.show(RowChange(index: 99, row: 2, kind: .delete))
    let record = Trial(
      Trial.ID(Cell("naive", "w"), number: 1, seed: 1, time: .virtual),
      analysis: TrialAnalysis(trial.log), counters: TrialCounters(), stage: trial.stage,
      expectsDeliveries: true)
    #expect(record.outcome == .wrongView)
    #expect(record.detail == "the view differs from the model at the end")
  }

  /// Late producers say nothing of the strategy; what was lost does, however late they were.
  @Test(
    arguments: [
      (true, .timing, .void), (true, .allocations, .ok), (false, .timing, .lost),
      (false, .allocations, .lost),
    ] as [(Bool, TrialPass, Outcome)])
  func lateProducersMakeATimedTrialVoid(_ isShown: Bool, _ pass: TrialPass, _ outcome: Outcome)
    throws
  {
    var log = HandMadeLog()
    for _ in 0..<3 { log.update(at: 1, actual: 7.5) }
    log.reload(shown: [isShown ? 3 : 2], 8, 9)
    let played = try VirtualCells.play("naive", "complete-all:updates=5")
    let trial = Trial(
      Trial.ID(Cell("naive", "w"), number: 1, seed: 1, time: .real, pass: pass),
      analysis: log.analysis, counters: TrialCounters(), stage: played.stage,
      expectsDeliveries: true)
    #expect(trial.outcome == outcome)
    #expect((trial.finishedID == nil) == (outcome == .void))
    let details: [Outcome: String] = [
      .void: "updates were sent 6.5 ms late at p99", .lost: "1 of 3 updates were never shown",
    ]
    #expect(trial.detail == details[outcome, default: ""])
  }

  /// Of each outcome, whether the strategy is to blame, and whether there are figures.
  @Test func everyOutcomeIsAFailureOrNot() {
    #expect(
      Outcome.allCases.filter(\.isFailure) == [
        .lost, .wrongView, .crashed, .hung, .overMemory, .leftRunning,
      ])
    #expect(Outcome.allCases.filter(\.isCutShort) == [.crashed, .hung, .overMemory])
  }

  @Test func outcomesHaveKebabCaseNames() {
    #expect(
      Outcome.allCases.map(\.rawValue) == [
        "ok", "lost", "wrong-view", "crashed", "hung", "over-memory", "left-running", "void",
      ])
  }
}
