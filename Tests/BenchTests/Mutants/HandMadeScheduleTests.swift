import Testing

@testable import BenchHarness
@testable import BenchMutants
@testable import BenchVerify

/// For each promise a short schedule that a correct strategy gets through and a mutant does not.
@Suite(.timeLimit(.minutes(15))) struct HandMadeScheduleTests {
  struct Defect: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let check: PromiseCheck
    let schedule: Schedule
    let words: String
    let mutant: String
    let good: String

    /// `words` say how the check sees what `mutant` does, and nothing that `good` does.
    init(
      _ fact: String, _ check: PromiseCheck, _ mutant: String,
      not good: String = "throttle-next-pass",
      hop: UInt64 = 0, cost: UInt64 = 0, slowStart: UInt64 = 0, others: Int = 0,
      late: Int64? = nil, _ steps: [ScheduleStep],
      _ words: String
    ) {
      (testDescription, self.check, self.words) = (fact, check, words)
      (self.mutant, self.good) = (mutant, good)
      schedule = Schedule(
        hop: hop * 1_000_000, cost: cost * 1_000_000, slowStart: slowStart * 1_000_000,
        others: others,
        timerErrors: late.map { [$0 * 1_000_000] } ?? [], steps: steps)
    }

    /// How the check sees the schedule's outcome.
    func fault(_ name: String, from entries: [StrategyEntry]) throws -> String? {
      let strategy = try #require(try Selection.parse(name, from: entries).first)
      #expect(check.isPromised(strategy.entry))
      return check.search?.fault(SchedulePlayer.play(schedule, on: strategy), strategy)
    }
  }

  @Test(arguments: defects + defectsWithPowers)
  func mutantIsSeen(_ defect: Defect) throws { try see(defect) }

  /// Targets belong to the main actor.
  @Test @MainActor func mutantIsSeenBetweenTwoTargets() throws {
    try see(
      Defect(
        "what comes between two targets is never shown", .keepsForNextTarget, "bad-forgets-unseen",
        [
          Self.step(0, .main, .setTarget), Self.step(1), Self.step(2, .main, .loseTarget),
          Self.step(200, .main, .setTarget),
        ], "row 2 is as of update 1 (thread 1), the view does not show it at the end"))
  }

  private func see(_ defect: Defect) throws {
    let found = try defect.fault(defect.mutant, from: .mutants)
    #expect(found == defect.words)
    #expect(try defect.fault(defect.good, from: .standard) == nil)
  }

  private static func step(
    _ milliseconds: UInt64, _ place: ScheduleStep.Place = .thread(1),
    _ action: ScheduleStep.Action = .submit, count: Int = 1, gap: UInt64 = 0, duration: UInt64 = 0
  ) -> ScheduleStep {
    ScheduleStep(
      time: milliseconds * 1_000_000, place: place, action: action, count: count,
      gap: gap * 1_000_000, duration: duration * 1_000_000)
  }

  private static let defects = [
    Defect(
      "what is submitted during a reload is erased at its end", .finalState,
      "bad-clear-after-reload", [step(0, .delivery), step(0)],
      "row 0 is as of update 2 (main), the view does not show it at the end"),
    Defect(
      "the last update of a burst is never shown", .finalState, "bad-no-trailing",
      [step(0), step(50)],
      "row 3 is as of update 2 (thread 1), the view does not show it at the end"),
    Defect(
      "nothing is shown while updates keep coming", .boundedLatency, "bad-debounce-starves",
      not: "debounce-max-wait", [step(0, count: 100, gap: 20)],
      "update 1 (thread 1) took 2030ms, promised is 50ms"),
    Defect(
      "what comes after a flush is shown too soon", .boundedLatency, "bad-flush-resets",
      [step(0, .main), step(10, .main), step(20, .main, .flush), step(30, .main)],
      "a delivery began 10ms after the one before, promised is 300ms"),
    Defect(
      "a submission inside a delivery is delivered inside it", .neverNested, "bad-drain-nests",
      [step(0, .delivery), step(0)], "a delivery was made inside another"),
    Defect(
      "a late timer puts older values over a newer one", .order, "bad-newer-overwritten",
      not: "row-changes", late: 2, [step(0, count: 3), step(301)],
      "update 2 (thread 1) was applied after update 4 (thread 1)"),
    // As written: D1, D2, D3 and D6 of the reference.
    Defect(
      "an update after a flush in the same interval is lost", .finalState,
      "bad-throttle-as-written",
      [step(0, .main, count: 2), step(100, .main, .flush), step(200, .main)],
      "row 0 is as of update 3 (main), the view shows update 1 (main) of it at the end"),
    Defect(
      "an early timer shows nothing and is not set again", .finalState, "bad-throttle-as-written",
      late: -1, [step(0, .main, count: 2)],
      "row 1 is as of update 2 (main), the view does not show it at the end"),
    Defect(
      "threads get no trailing reload", .finalState, "bad-throttle-as-written",
      [step(0), step(100)],
      "row 3 is as of update 2 (thread 1), the view does not show it at the end"),
    Defect(
      "a reload longer than the interval nests", .neverNested, "bad-throttle-as-written", cost: 800,
      [step(0, .delivery), step(0, .main)], "a delivery was made inside another"),
    Defect(
      "a snapshot of the submission lacks the change", .freshAfterWillSet,
      "bad-snapshot-in-submit", [step(0, .main, .announce)],
      "row 0 is as of update 1 (main), the view does not show it at the end"),
    // An app's launch.
    Defect(
      "one second behind the first delivery is believed", .survivesBusyMain,
      "bad-learns-from-others", not: "budgeted",
      [step(0, .behindDelivery, .work, duration: 1_000), step(0), step(2_000)],
      "update 2 (thread 1) waited 2s besides other main-thread work, promised is 0ns"),
    Defect(
      "what stands behind each delivery is believed", .survivesBusyMain, "bad-believes-median",
      not: "budgeted",
      [step(0, .behindDelivery, .work, count: 9, duration: 100), step(0, count: 6, gap: 200)],
      "update 6 (thread 1) waited 200ms besides other main-thread work, promised is 0ns"),
    Defect(
      "a slow first delivery is believed", .survivesSlowStart, "bad-believes-longest",
      not: "budgeted", cost: 2, slowStart: 150, [step(0), step(160)],
      "update 2 (thread 1) waited 300ms besides the slow start, promised is 12ms"),
    Defect(
      "the handler ends on the thread that cancels", .releasesHandler, "bad-releases-off-main",
      [step(0, .thread(1), .cancel)],
      "what the handler captured ended off the main thread after cancel()"),
    Defect(
      "a hop behind a flush delivers nothing", .noEmptyDeliveries, "bad-delivers-empty",
      [step(0, .main), step(0, .main, .flush)],
      "a delivery was made when nothing was left to deliver"),
    Defect(
      "a snapshot is shown after it has cancelled", .nothingAfterCancel, "bad-looks-once",
      not: "change-set", [step(0, .callback, .cancel), step(0)],
      "a delivery was made after cancel() had returned on the main thread"),
    Defect(
      "twenty waiting updates are delivered off main", .neverConcurrent, "bad-delivers-where-full",
      [step(0, count: 20)], "a delivery was made off the main thread"),
    Defect(
      "a delivery on its way follows the cancel", .nothingAfterCancel, "bad-late-cancel", hop: 1,
      [step(0), step(0, .thread(1), .cancel)], "a delivery was made after cancel() had returned"),
    Defect(
      "a hop on its way delivers after the drop", .safeToDrop, "bad-hop-holds-self", hop: 1,
      [step(0), step(0, .thread(1), .drop)], "a delivery was made after the strategy was dropped"),
    Defect(
      "a safety net wakes main", .noIdleWakeUps, "bad-safety-net", [step(0)],
      "there were 60 wake-ups in a minute without updates"),
    Defect(
      "a submission inside a delivery is not heard", .reentrancy, "bad-ignores-own",
      [step(0, .delivery), step(0)],
      "row 0 is as of update 2 (main), the view does not show it at the end"),
  ]

  private static let defectsWithPowers = [
    Defect(
      "a bound is forgotten where something waits", .boundedSubmission, "bad-bound-is-late",
      [step(0), step(5), step(10, .thread(1), .submitWithin, duration: 50)],
      "update 1 (thread 1) waited 90ms after the submission of update 3 (thread 1), "
        + "whose bound is 50ms"),
    Defect(
      "what comes in a pause is never shown", .pauseLosesNothing, "bad-pause-drops",
      [step(0, .main, .pause), step(10), step(20, .main, .resume)],
      "row 2 is as of update 1 (thread 1), the view does not show it at the end"),
    Defect(
      "a flag is left behind by the cancel", .dropsOnlyPending, "bad-cancel-keeps-flag",
      [step(0), step(0, .thread(1), .cancelPending), step(10)],
      "pendingCount is 1 after cancelPending()"),
    Defect(
      "a reset ends the timer of what waits", .settingsLoseNothing, "bad-reset-strands",
      [step(0), step(10, .main, .reset)],
      "row 2 is as of update 1 (thread 1), the view does not show it at the end"),
    Defect(
      "a bound does not jump the line", .boundsInGroups, "bad-waits-its-turn",
      not: "budgeted-group", cost: 10, others: 3,
      [step(0, .thread(1), .submitToOthers), step(1, .thread(1), .submitWithin)],
      "update 1 (thread 1) waited 29ms after the submission of update 1 (thread 1), "
        + "whose bound is 0ns"),
    Defect(
      "a view that is always urgent keeps another waiting", .boundsInGroups, "bad-urgent-first",
      not: "budgeted-group", cost: 1, others: 1,
      [step(0, .thread(1), .submitWithin, count: 100, gap: 5), step(2, .main, .submitToOthers)],
      "an update of another view took 514ms, promised is 44ms"),
    Defect(
      "the fiftieth timer is late", .boundedLatency, "bad-fiftieth-waits",
      not: "debounce-max-wait", [step(0, count: 60, gap: 200)],
      "update 50 (thread 1) took 1s, promised is 100ms"),
  ]
}
