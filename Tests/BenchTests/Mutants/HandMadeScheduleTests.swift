import Testing

@testable import BenchHarness
@testable import Mutants
@testable import BenchVerify

/// For each promise a short schedule that a correct strategy gets through and a mutant does not.
@Suite struct HandMadeScheduleTests {
  /// How `check` sees the schedule's outcome.
  private func fault(
    _ check: PromiseCheck, _ name: String, from entries: [StrategyEntry], _ schedule: Schedule
  ) throws -> String? {
    let strategy = try #require(try Selection.parse(name, from: entries).first)
    #expect(check.isPromised(strategy.entry))
    return check.search?.fault(SchedulePlayer.play(schedule, on: strategy), strategy)
  }

  private func expect(
    _ check: PromiseCheck, catches mutant: String, not good: String = "throttle-next-pass",
    _ schedule: Schedule, _ words: String
  ) throws {
    #expect(try fault(check, mutant, from: .mutants, schedule) == words)
    #expect(try fault(check, good, from: .standard, schedule) == nil)
  }

  private func step(
    _ milliseconds: UInt64, _ place: ScheduleStep.Place, _ action: ScheduleStep.Action = .submit,
    count: Int = 1, duration: UInt64 = 0
  ) -> ScheduleStep {
    ScheduleStep(
      time: milliseconds * 1_000_000, place: place, action: action, count: count,
      duration: duration * 1_000_000)
  }

  @Test func snapshotOfTheSubmissionLacksTheChange() throws {
    try expect(
      .freshAfterWillSet, catches: "bad-snapshot-in-submit",
      Schedule(steps: [step(0, .main, .announce)]),
      "row 0 is as of update 1 (main), the view does not show it at the end")
  }

  /// An app's launch.
  @Test func oneSecondBehindTheFirstDeliveryIsBelieved() throws {
    try expect(
      .survivesBusyMain, catches: "bad-learns-from-others", not: "budgeted",
      Schedule(
        steps: [
          step(0, .behindDelivery, .work, duration: 1_000), step(0, .thread(1)),
          step(2_000, .thread(1)),
        ]), "update 2 (thread 1) waited 2s besides main's other work, promised is 0ns")
  }

  @Test func handlerEndsOnTheThreadThatCancels() throws {
    try expect(
      .releasesHandler, catches: "bad-releases-off-main",
      Schedule(steps: [step(0, .thread(1), .cancel)]),
      "what the handler captured ended off main after cancel()")
  }

  @Test func boundIsForgottenWhereSomethingWaits() throws {
    try expect(
      .boundedSubmission, catches: "bad-bound-is-late",
      Schedule(
        steps: [
          step(0, .thread(1)), step(5, .thread(1)),
          step(10, .thread(1), .submitWithin, duration: 50),
        ]),
      "update 1 (thread 1) waited 90ms after the submission of update 3 (thread 1), "
        + "whose bound is 50ms")
  }

  @Test func whatComesInAPauseIsNeverShown() throws {
    try expect(
      .pauseLosesNothing, catches: "bad-pause-drops",
      Schedule(
        steps: [step(0, .main, .pause), step(10, .thread(1)), step(20, .main, .resume)]),
      "row 2 is as of update 1 (thread 1), the view does not show it at the end")
  }

  @Test func flagIsLeftBehindByTheCancel() throws {
    try expect(
      .dropsOnlyPending, catches: "bad-cancel-keeps-flag",
      Schedule(
        steps: [step(0, .thread(1)), step(0, .thread(1), .cancelPending), step(10, .thread(1))]),
      "pendingCount is 1 after cancelPending()")
  }

  @Test func resetEndsTheTimerOfWhatWaits() throws {
    try expect(
      .settingsLoseNothing, catches: "bad-reset-strands",
      Schedule(steps: [step(0, .thread(1)), step(10, .main, .reset)]),
      "row 2 is as of update 1 (thread 1), the view does not show it at the end")
  }

  @Test func hopBehindAFlushDeliversNothing() throws {
    try expect(
      .noEmptyDeliveries, catches: "bad-delivers-empty",
      Schedule(steps: [step(0, .main), step(0, .main, .flush)]),
      "a delivery was made when nothing was left to deliver")
  }

  @Test func snapshotIsShownAfterItHasCancelled() throws {
    try expect(
      .nothingAfterCancel, catches: "bad-looks-once", not: "change-set",
      Schedule(steps: [step(0, .callback, .cancel), step(0, .thread(1))]),
      "a delivery was made after cancel() had returned on main")
  }

  @Test func fiftiethTimerIsLate() throws {
    var stream = step(0, .thread(1), count: 60)
    stream.gap = 200_000_000
    try expect(
      .boundedLatency, catches: "bad-fiftieth-waits", not: "debounce-max-wait",
      Schedule(steps: [stream]), "update 50 (thread 1) took 1s, promised is 100ms")
  }

  @Test func twentyWaitingUpdatesAreDeliveredOffMain() throws {
    try expect(
      .neverConcurrent, catches: "bad-delivers-where-full",
      Schedule(steps: [step(0, .thread(1), count: 20)]), "a delivery was made off main")
  }

  @Test func deliveryOnItsWayFollowsTheCancel() throws {
    try expect(
      .nothingAfterCancel, catches: "bad-late-cancel",
      Schedule(hop: 1_000_000, steps: [step(0, .thread(1)), step(0, .thread(1), .cancel)]),
      "a delivery was made after cancel() had returned")
  }

  @Test func hopOnItsWayDeliversAfterTheDrop() throws {
    try expect(
      .safeToDrop, catches: "bad-hop-holds-self",
      Schedule(hop: 1_000_000, steps: [step(0, .thread(1)), step(0, .thread(1), .drop)]),
      "a delivery was made after the strategy was dropped")
  }

  @Test func safetyNetWakesMain() throws {
    try expect(
      .noIdleWakeUps, catches: "bad-safety-net", Schedule(steps: [step(0, .thread(1))]),
      "there were 60 wake-ups in a minute without updates")
  }

  @Test func submissionInsideADeliveryIsNotHeard() throws {
    try expect(
      .reentrancy, catches: "bad-ignores-own",
      Schedule(steps: [step(0, .delivery), step(0, .thread(1))]),
      "row 0 is as of update 2 (main), the view does not show it at the end")
  }
}
