import Coalesce
import CoalesceStrategies
import CoalesceTesting
import Testing

@testable import BenchHarness
@testable import BenchMutants
@testable import BenchReport
@testable import BenchVerify

@Suite(.timeLimit(.minutes(15))) struct SchedulePlayerTests {
  private func play(_ schedule: Schedule, _ name: String = "pending-flag") throws -> ScheduleOutcome
  {
    let entries = [StrategyEntry].standard + .mutants + [.ticking, .endless]
    let strategy = try #require(try Selection.parse(name, from: entries).first)
    return SchedulePlayer.play(schedule, on: strategy)
  }

  private func step(
    _ time: UInt64, _ place: ScheduleStep.Place, _ action: ScheduleStep.Action = .submit,
    count: Int = 1, gap: UInt64 = 0
  ) -> ScheduleStep {
    ScheduleStep(time: time, place: place, action: action, count: count, gap: gap)
  }

  @Test func scheduleWithoutStepsIsPlayed() throws {
    let outcome = try play(Schedule())
    #expect(outcome.seen.faults.isEmpty && outcome.seen.deliveryTimes.count == 0)
    #expect(outcome.idleWakeUps == 0)
  }

  @Test func eachScheduleIsProgress() throws {
    let before = StageWatch.progress.value.load(ordering: .relaxed)
    _ = try play(Schedule())
    #expect(StageWatch.progress.value.load(ordering: .relaxed) > before)
  }

  @Test func latencyRunsToTheEndOfTheDelivery() throws {
    let outcome = try play(
      Schedule(
        hop: 50_000, cost: 3_000_000,
        steps: [step(0, .thread(1)), step(1_000_000, .thread(2))]))
    #expect(outcome.seen.deliveryTimes.count == 2)
    #expect(outcome.seen.updates.map(\.shown) == [3_050_000, 6_050_000])
    #expect(outcome.seen.slowest?.latency == 5_050_000)
    #expect(outcome.seen.slowest?.name == "update 2 (thread 2)")
  }

  @Test func stepsInsideADeliveryAreTakenOnceInEach() throws {
    let outcome = try play(
      Schedule(cost: 2_000_000, steps: [step(0, .delivery, count: 3), step(5_000_000, .thread(1))]))
    #expect(outcome.seen.deliveryTimes.count == 4)
    #expect(outcome.seen.updates.map(\.producer) == [1, 0, 0, 0])
    #expect(outcome.seen.updates.map(\.submitted) == [5, 6, 8, 10].map { $0 * 1_000_000 })
    #expect(outcome.seen.faults.isEmpty)
  }

  @Test func nothingIsSubmittedAfterTheDrop() throws {
    let outcome = try play(
      Schedule(steps: [step(0, .thread(1)), step(0, .thread(1), .drop), step(1_000, .thread(1))]))
    #expect(outcome.seen.deliveryTimes.count == 0 && outcome.seen.updates.count == 1)
    #expect(outcome.seen.faults.isEmpty)
  }

  @Test func runLoopTurnsInsideADelivery() throws {
    let schedule = Schedule(
      cost: 2_000_000,
      steps: [step(0, .delivery, .turnRunLoop), step(0, .thread(1)), step(500_000, .main)])
    let outcome = try play(schedule, "naive")
    #expect(outcome.seen.updates.map(\.submitted) == [0, 1_000_000])
    #expect(outcome.seen.faults.isEmpty)
  }

  @Test func silenceIsTheTimeWithoutOtherWork() throws {
    let schedule = Schedule(
      cost: 10_000_000, heartbeat: 10_000_000,
      steps: [step(0, .thread(1), count: 20, gap: 5_000_000)])
    #expect(try play(schedule, "main-drain").longestSilence == 200_000_000)
    #expect(try play(schedule, "pending-flag").longestSilence <= 20_000_000)
  }

  @Test func wakeUpsOfAMinuteAreCounted() throws {
    #expect(try play(Schedule(), "ticking").idleWakeUps == 60)
  }

  @Test func simulationWithoutAnEndIsEnded() throws {
    for steps in [[step(0, .main)], [step(0, .main), step(0, .main, .cancel)]] {
      let outcome = try play(Schedule(steps: steps), "endless")
      // What was not shown then, and who holds what, is nobody's fault.
      #expect(
        outcome.seen.faults == [.terminates: "nothing came to an end within 200000 steps"])
    }
  }

  @Test func announcedUpdateComesBeforeItsChange() throws {
    let schedule = Schedule(steps: [step(0, .main, .announce)])
    #expect(try play(schedule, "throttle").fault(.finalState) != nil)
    let nextPass = try play(schedule, "throttle-next-pass")
    #expect(nextPass.seen.faults.isEmpty && nextPass.seen.shownCount == 1)
  }

  @Test func otherWorkStandsInFrontOfWhatComesAfterADelivery() throws {
    var work = step(0, .behindDelivery, .work)
    work.duration = 20_000_000
    let outcome = try play(
      Schedule(cost: 2_000_000, steps: [work, step(0, .thread(1)), step(1_500_000, .thread(2))]))
    #expect(outcome.otherWork == [2_000_000..<22_000_000])
    #expect(outcome.seen.updates.map(\.shown) == [2_000_000, 24_000_000])
    #expect(outcome.seen.deliveryTimes == [0..<2_000_000, 22_000_000..<24_000_000])
  }

  @Test func submissionWithABoundTakesAllBeforeItAlong() throws {
    var urgent = step(20_000_000, .thread(2), .submitWithin)
    urgent.duration = 5_000_000
    let outcome = try play(
      Schedule(steps: [step(0, .thread(1)), step(10_000_000, .thread(1)), urgent]),
      "throttle-next-pass")
    #expect(outcome.seen.updates.map(\.bound) == [nil, nil, 5_000_000])
    #expect(outcome.seen.updates.map(\.shown) == [0, 25_000_000, 25_000_000])
  }

  @Test func firstDeliveryIsSlow() throws {
    let outcome = try play(
      Schedule(
        cost: 2_000_000, slowStart: 150_000_000,
        steps: [step(0, .thread(1)), step(1_000_000, .thread(1))]))
    #expect(outcome.seen.deliveryTimes == [0..<152_000_000, 152_000_000..<154_000_000])
  }

  @Test func otherViewsAreServedInTurn() throws {
    let outcome = try play(
      Schedule(
        cost: 2_000_000, others: 2,
        steps: [step(0, .thread(1), .submitToOthers), step(1_000_000, .thread(1))]),
      "balanced-group:delivery=1us")
    #expect(outcome.others.map { $0.updates.map(\.submitted) } == [[0], [0]])
    let times = outcome.others.flatMap(\.deliveryTimes) + outcome.seen.deliveryTimes
    #expect(times.count == 3 && times.allSatisfy { $0.count == 2_000_000 })
    #expect(zip(times, times.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
  }

  @Test @MainActor func targetThatIsGoneIsFollowedByAnotherAtTheEnd() throws {
    let outcome = try play(
      Schedule(
        steps: [
          step(0, .main, .setTarget), step(0, .thread(1)), step(1_000, .main, .loseTarget),
          step(2_000, .thread(1)), step(3_000, .main, .flush),
        ]))
    #expect(outcome.seen.faults.isEmpty)
    #expect(outcome.seen.deliveryTimes.count == 2)
    #expect(outcome.seen.updates.allSatisfy { $0.shown != nil })
    #expect(outcome.seen.updates[1].shown ?? 0 >= 3_000)
  }

  @Test func pauseThatIsLeftAtTheEndIsEnded() throws {
    let outcome = try play(
      Schedule(steps: [step(0, .main, .pause), step(1_000, .thread(1)), step(2_000, .main, .flush)])
    )
    #expect(outcome.seen.faults.isEmpty)
    #expect(outcome.seen.updates.count == 1 && outcome.seen.shownCount == 1)
    #expect(outcome.seen.updates.allSatisfy { $0.shown ?? 0 >= 2_000 })
  }

  @Test(arguments: [ScheduleStep.Place.main, .thread(1), .delivery])
  func handlerIsGoneAfterACancelAndADrop(_ place: ScheduleStep.Place) throws {
    for action in [ScheduleStep.Action.cancel, .drop] {
      let outcome = try play(
        Schedule(cost: 1_000, steps: [step(0, place, action), step(0, .thread(2))]))
      #expect(outcome.fault(.releasesHandler) == nil)
    }
  }

  @Test func whatWasPendingIsDroppedAndWhatFollowsIsShown() throws {
    let outcome = try play(
      Schedule(
        steps: [
          step(0, .thread(1)), step(1_000, .thread(1)), step(2_000, .thread(2), .cancelPending),
          step(3_000, .thread(1)),
        ]), "throttle-next-pass")
    #expect(outcome.seen.faults.isEmpty)
    #expect(outcome.seen.updates.map(\.isDropped) == [false, true, false])
    #expect(outcome.seen.deliveryTimes.count == 2)
  }

  @Test func cancelInsideASnapshotComesBeforeTheDelivery() throws {
    let outcome = try play(
      Schedule(steps: [step(0, .callback, .cancel), step(0, .thread(1))]), "change-set")
    #expect(outcome.seen.faults.isEmpty && outcome.seen.deliveryTimes.isEmpty)
  }

  @Test func resetAndOtherSettingsComeInTheMiddleOfAnInterval() throws {
    let outcome = try play(
      Schedule(
        steps: [
          step(0, .thread(1)), step(10_000_000, .thread(1)), step(20_000_000, .main, .reset),
          step(30_000_000, .thread(1)), step(40_000_000, .main, .changeSettings),
        ]), "throttle-next-pass")
    // The interval is half as long from then on.
    #expect(outcome.seen.updates.map(\.shown) == [0, 20_000_000, 170_000_000])
  }

  @Test func deliveryOfNothingIsSeen() throws {
    let strategy = try Selection(StrategyEntry.defective(.noEmptyDeliveries))
    let outcome = SchedulePlayer.play(
      Schedule(steps: [step(0, .main), step(0, .main, .flush)]), on: strategy)
    #expect(
      outcome.fault(.noEmptyDeliveries) == "a delivery was made when nothing was left to deliver")
  }

  @Test func timersAreEarlyAndLateInTurn() throws {
    let steps = [step(0, .thread(1)), step(1_000_000, .thread(1)), step(301_000_000, .thread(1))]
    let times = [[], [900_000], [-900_000], [900_000, -900_000], [0, 900_000]].map { errors in
      try? play(Schedule(timerErrors: errors, steps: steps), "throttle").seen.updates.map(\.shown)
    }
    #expect(times[0] == [0, 300_000_000, 600_000_000])
    #expect(times[1] == [0, 300_900_000, 601_800_000])
    // What is too early sets its timer again, and that is the next one in turn.
    #expect(times[2] == [0, 300_000_000, 600_000_000])
    #expect(times[3] == [0, 300_900_000, 601_800_000])
    #expect(times[4] == [0, 300_000_000, 600_900_000])
  }

  private func play(_ schedule: Schedule, defect: Promise?) throws -> ScheduleOutcome {
    SchedulePlayer.play(schedule, on: try Selection(.defective(defect)))
  }

  private func play(
    _ schedule: Schedule, _ make: @escaping StrategyEntry.TestAttach
  ) throws -> ScheduleOutcome {
    SchedulePlayer.play(schedule, on: try Selection(.made(make)))
  }

  /// Flushes, resets, bounds and the end of a pause hurry what waits then, and nothing later.
  @Test(
    arguments: [
      ([(2, .flush)], [false, true, false]), ([(2, .reset)], [false, true, false]),
      ([(2, .submitWithin)], [false, true, false]), ([(2, .resume)], [false, false]),
      ([(2, .pause), (4, .resume)], [false, true]), ([(2, .cancelPending)], [false, false]),
      ([(2, .changeSettings)], [false, false]),
      // Where a flush has nothing to deliver, what comes next is as hurried as it was.
      ([(0, .flush)], [false, false]), ([(0, .reset), (0, .flush)], [true, false]),
    ] as [([(UInt64, ScheduleStep.Action)], [Bool])])
  func someStepsHurryTheNextDelivery(
    _ actions: [(UInt64, ScheduleStep.Action)], _ hurried: [Bool]
  ) throws {
    let submissions: [UInt64] = [0, 1, 3]
    let steps =
      actions.map { step($0.0 * 1_000_000, .main, $0.1) }
      + submissions.map { step($0 * 1_000_000, .main) }
    let outcome = try play(
      Schedule(steps: steps.enumerated().sorted { ($0.1.time, $0.0) < ($1.1.time, $1.0) }.map(\.1)),
      "throttle-next-pass")
    #expect(outcome.seen.starts.map(\.isHurried) == hurried)
    #expect(outcome.seen.faults.isEmpty)
  }

  @Test @MainActor func anotherTargetHurriesTheNextDelivery() throws {
    let outcome = try play(
      Schedule(
        steps: [
          step(0, .thread(1)), step(1_000, .thread(1)), step(2_000, .main, .setTarget),
          step(3_000, .thread(1)),
        ]), "throttle-next-pass")
    #expect(outcome.seen.starts.first?.isHurried == false)
    #expect(outcome.seen.starts.dropFirst().first?.isHurried == true)
    #expect(outcome.seen.faults.isEmpty)
  }

  /// The strategy and its target go together.
  @Test @MainActor func viewIsLetGoOfWithTheLastTarget() throws {
    let outcome = try play(
      Schedule(steps: [step(0, .main, .setTarget), step(1_000, .thread(1), .drop)]))
    #expect(outcome.seen.faults.isEmpty)
  }

  @Test func nextTargetComesOnceAtTheEnd() throws {
    let targets = Locked(0)
    let outcome = try play(
      Schedule(
        steps: [
          step(0, .main, .setTarget), step(1_000, .main, .loseTarget),
          step(2_000, .main, .loseTarget), step(3_000, .thread(1)),
        ])
    ) { scheduler, port in
      let strategy = DefectiveStrategy(nil, scheduler: scheduler) { port.apply($0) }
      var powers = strategy.powers { $0.apply($1) }
      powers.setTarget = { [setTarget = powers.setTarget] port in
        targets.withLock { $0 += 1 }
        setTarget(port)
      }
      return AttachedStrategy(strategy, powers: powers) { strategy.submit($0) }
    }
    #expect(targets.withLock { $0 } == 2)
    #expect(outcome.seen.faults.isEmpty)
  }

  @Test func targetThatNeverCameIsNotMissed() throws {
    let targets = Locked(0)
    _ = try play(Schedule(steps: [step(0, .main, .loseTarget)])) { scheduler, port in
      let strategy = DefectiveStrategy(nil, scheduler: scheduler) { port.apply($0) }
      var powers = strategy.powers { $0.apply($1) }
      powers.setTarget = { _ in targets.withLock { $0 += 1 } }
      return AttachedStrategy(strategy, powers: powers) { strategy.submit($0) }
    }
    #expect(targets.withLock { $0 } == 0)
  }

  @Test func completionOfAnAnimationCallsBack() throws {
    let outcome = try play(
      Schedule(
        animation: 5_000_000, steps: [step(0, .thread(1)), step(1_000_000, .callback)]),
      "change-set")
    #expect(outcome.seen.updates.map(\.submitted) == [0, 5_000_000])
    #expect(outcome.seen.faults.isEmpty)
  }

  /// One delivery of two updates leaves nothing for another.
  @Test func deliveryBehindOneOfAllIsOfNothing() throws {
    let outcome = try play(Schedule(steps: [step(0, .thread(1), count: 2)])) { scheduler, port in
      let waiting = Locked(0)
      let strategy = Counting(waiting)
      return AttachedStrategy(strategy) { _ in
        guard
          waiting.withLock({
            $0 += 1; return $0 == 1
          })
        else { return }
        let timer = scheduler.makeTimer()
        timer.setHandler { withExtendedLifetime(timer) { port.reload() } }
        scheduler.onMain {
          waiting.withLock { $0 = 0 }
          port.reload()
          timer.schedule(deadlineNanoseconds: 10_000_000)
        }
      }
    }
    #expect(
      outcome.seen.faults == [
        .noEmptyDeliveries: "a delivery was made when nothing was left to deliver"
      ])
    #expect(outcome.seen.deliveryTimes == [0..<0, 10_000_000..<10_000_000])
  }

  /// In the pass of the flush, and in the next one.
  @Test(arguments: [true, false])
  func deliveryBehindAFlushOfAllIsOfNothing(_ isInItsPass: Bool) throws {
    let flush = step(0, .main, .flush)
    let steps =
      isInItsPass
      ? [flush, step(0, .thread(1), count: 2)] : [step(0, .main, count: 2), flush]
    let outcome = try play(Schedule(hop: 1_000_000, steps: steps), "bad-delivers-empty")
    #expect(
      outcome.seen.faults == [
        .noEmptyDeliveries: "a delivery was made when nothing was left to deliver"
      ])
  }

  @Test func whatIsDeliveredInALaterTurnThanTheCancelIsSeen() throws {
    let outcome = try play(
      Schedule(
        cost: 2_000_000,
        steps: [step(0, .thread(1), count: 3), step(1_000_000, .thread(1), .cancel)]),
      defect: .nothingAfterCancel)
    #expect(
      outcome.seen.faults[.nothingAfterCancel] == "pendingCount is 2 after cancel()")
    let late = try play(
      Schedule(
        cost: 2_000_000,
        steps: [
          step(0, .thread(1)), step(500_000, .thread(1)), step(1_000_000, .thread(1), .cancel),
        ]),
      "bad-late-cancel")
    #expect(
      late.fault(.nothingAfterCancel) == "a delivery was made after cancel() had returned")
  }

  @Test func deliveryInAPauseIsSeen() throws {
    let outcome = try play(
      Schedule(
        steps: [step(0, .main, .pause), step(1_000, .thread(1)), step(2_000, .main, .resume)])
    ) { scheduler, port in
      let coalescer = Coalescer<UpdateCount>(.nextPass, scheduler: scheduler) { _ in port.reload() }
      var powers = AttachedStrategy.Powers(coalescer) { _ in .one }
      powers.pause = {}
      return AttachedStrategy(coalescer, powers: powers) { _ in coalescer.submit(.one) }
    }
    #expect(
      outcome.seen.faults == [.pauseLosesNothing: "a delivery was made after pause() had returned"])
  }

  @Test func boundCountsOutsideOfPausesOnly() throws {
    let outcome = try play(
      Schedule(
        steps: [
          step(0, .main, .submitWithin), step(1_000, .main, .pause),
          step(2_000, .main, .submitWithin), step(3_000, .main, .resume),
          step(4_000, .main, .submitWithin),
        ]), "throttle-next-pass")
    #expect(outcome.seen.updates.map(\.bound) == [0, nil, 0])
    #expect(outcome.seen.faults.isEmpty)
  }

  @Test func lastUpdateMayComeAnHourLater() throws {
    let steps = [step(0, .thread(1)), step(1_000, .thread(1))]
    let inTime = try play(Schedule(steps: steps), "throttle:interval=3595s")
    #expect(inTime.seen.faults.isEmpty)
    #expect(inTime.seen.updates.map(\.shown) == [0, 3_595_000_000_000])
    let late = try play(Schedule(steps: steps), "throttle:interval=3605s")
    #expect(
      late.seen.faults[.terminates] == "pendingCount is 1 an hour after the last step")
    #expect(late.seen.faults[.nothingLost] == "update 2 (thread 1) was never shown")
  }

  @Test(arguments: [0, 1])
  func whatIsPendingForEverIsSeen(_ others: Int) throws {
    let outcome = try play(
      Schedule(
        hop: 50_000, others: others,
        steps: [step(0, .thread(1), others == 0 ? .submit : .submitToOthers)]), defect: .terminates)
    #expect(
      outcome.seen.faults == [.terminates: "pendingCount is 1 and nothing is left to happen"])
  }

  @Test func whatIsPendingOnlyAfterTheCancelIsSeen() throws {
    let waiting = Locked(0)
    let outcome = try play(
      Schedule(steps: [step(0, .main, .cancel), step(1_000, .main)])
    ) { _, port in
      AttachedStrategy(Counting(waiting)) { _ in waiting.withLock { $0 += 1 } }
    }
    #expect(
      outcome.seen.faults[.nothingAfterCancel] == "pendingCount is 1 and nothing is left to happen")
  }

  /// Who counts nothing as pending may still have something on its way.
  @Test(arguments: [ScheduleStep.Action.pause, .loseTarget])
  func endIsNotJudgedUntilTenSecondsWereQuiet(_ action: ScheduleStep.Action) throws {
    let outcome = try play(
      Schedule(
        steps: [
          step(0, .main, .setTarget), step(1_000, .thread(1)), step(1_000, .main, action),
        ])
    ) { scheduler, port in
      let timer = scheduler.makeTimer()
      timer.setHandler { port.reload() }
      let wait: @Sendable () -> Void = {
        timer.schedule(deadlineNanoseconds: scheduler.nowNanoseconds + 15_000_000_000)
      }
      let strategy = DefectiveStrategy(nil, scheduler: scheduler) { _ in }
      var powers = strategy.powers { _, _ in }
      powers.pause = {}
      powers.resume = wait
      powers.setTarget = { _ in wait() }
      return AttachedStrategy(Null<RowChange>(), powers: powers) { _ in }
    }
    #expect(outcome.seen.faults[.nothingLost] == nil)
    let shown = try #require(outcome.seen.updates.first?.shown)
    #expect((15_000_000_000..<16_000_000_000).contains(shown))
  }

  @Test func wakeUpsOfAMinuteAreCountedHoweverManyThereWereBefore() throws {
    let outcome = try play(Schedule(steps: [step(0, .thread(1))])) { scheduler, port in
      let timer = scheduler.makeTimer()
      timer.setHandler {
        timer.schedule(deadlineNanoseconds: scheduler.nowNanoseconds + 1_000_000)
      }
      timer.schedule(deadlineNanoseconds: 1_000_000)
      return AttachedStrategy(Null<RowChange>()) { _ in port.reload() }
    }
    #expect(outcome.idleWakeUps == 60_000)
  }

  @Test func queuesAreWokenToo() throws {
    let outcome = try play(Schedule()) { scheduler, _ in
      let (timer, queue) = (scheduler.makeTimer(), scheduler.makeQueue(label: "tests"))
      timer.setHandler {
        queue.async { $0() }
        timer.schedule(deadlineNanoseconds: scheduler.nowNanoseconds + 1_000_000_000)
      }
      timer.schedule(deadlineNanoseconds: 1_000_000_000)
      return AttachedStrategy(Null<RowChange>()) { _ in }
    }
    #expect(outcome.idleWakeUps == 120)
  }

  @Test func timerThatWasSetMayComeToItsEnd() throws {
    let outcome = try play(Schedule(steps: [step(0, .thread(1))])) { scheduler, port in
      let timer = scheduler.makeTimer()
      timer.setHandler { withExtendedLifetime(timer) {} }
      return AttachedStrategy(Null<RowChange>()) { _ in
        port.reload()
        timer.schedule(deadlineNanoseconds: 30_000_000_000)
      }
    }
    #expect(outcome.idleWakeUps == 0)
  }

  @Test(
    arguments: [(.cancel, "cancel()"), (.drop, "the strategy was dropped")]
      as [(ScheduleStep.Action, String)])
  func handlerThatStaysOrEndsElsewhereIsSeen(_ action: ScheduleStep.Action, _ event: String) throws
  {
    let kept = Locked<[any ViewPort]>([])
    let end = Schedule(steps: [step(0, .thread(1), action)])
    let outcome = try play(end) { _, port in
      kept.withLock { $0.append(port) }
      return AttachedStrategy(Null<RowChange>()) { _ in }
    }
    let isDropped = action == .drop
    #expect(
      outcome.fault(.releasesHandler) == "the handler was still held after \(event)")
    #expect(
      outcome.fault(.safeToDrop)
        == (isDropped ? "the strategy still held its view after it was dropped" : nil))
    #expect(
      try play(end, "bad-releases-off-main").seen.faults == [
        .releasesHandler: "what the handler captured ended off the main thread after \(event)"
      ])
  }

  @Test(arguments: [ScheduleStep.Action.drop, .flush])
  func wakeUpsAfterADropAreSeen(_ action: ScheduleStep.Action) throws {
    let outcome = try play(Schedule(steps: [step(0, .main, action)])) { scheduler, _ in
      @Sendable func wake() {
        (scheduler as? VirtualScheduler)?.onMain(
          at: .nanoseconds(scheduler.nowNanoseconds) + .seconds(1)
        ) {
          wake()
        }
      }
      wake()
      return AttachedStrategy(Null<RowChange>()) { _ in }
    }
    let words = "there were 60 wake-ups a minute after the strategy was dropped"
    #expect(outcome.seen.faults == (action == .drop ? [.safeToDrop: words] : [:]))
    #expect(outcome.idleWakeUps == 60)
  }

  @Test func whatIsLeftToHappenHoldsNoView() throws {
    let outcome = try play(Schedule(steps: [step(0, .main, .drop)])) { scheduler, port in
      (scheduler as? VirtualScheduler)?.onMain(at: .seconds(7_200)) {
        withExtendedLifetime(port) {}
      }
      return AttachedStrategy(Null<RowChange>()) { _ in }
    }
    #expect(outcome.fault(.safeToDrop) == nil)
    #expect(
      outcome.fault(.releasesHandler)
        == "the handler was still held after the strategy was dropped")
  }

  @Test func nothingHappensBehindTheEnd() throws {
    let outcome = try play(
      Schedule(
        others: 1,
        steps: [step(0, .thread(1), .submitToOthers), step(1_000, .thread(1), .submitToOthers)]),
      "throttle-next-pass:interval=7200s")
    #expect(outcome.others.map { $0.updates.map(\.shown) } == [[0, nil]])
  }
}

/// Nothing but a number of updates that wait.
private final class Counting: UpdateStrategy {
  private let waiting: Locked<Int>

  init(_ waiting: Locked<Int>) { self.waiting = waiting }

  func submit(_ update: RowChange) {}
  func flush() {}
  func cancel() {}
  var pendingCount: Int { waiting.withLock { $0 } }
}

extension StrategyEntry {
  /// Wakes main once a second, whether there is anything to do or not.
  fileprivate static let ticking = StrategyEntry(
    name: "ticking", origin: "tests", summary: "", delivery: .reload
  ) { _, scheduler, _ in
    AttachedStrategy(DefectiveStrategy(.noIdleWakeUps, scheduler: scheduler) { _ in }) { _ in }
  }

  typealias TestAttach = @Sendable (any UpdateScheduler, any ViewPort) -> AttachedStrategy

  /// What `make` attaches.
  fileprivate static func made(_ make: @escaping TestAttach) -> StrategyEntry {
    StrategyEntry(name: "made", origin: "tests", summary: "", delivery: .reload) { make($1, $2) }
  }

  /// Posts to main for ever once something was submitted.
  fileprivate static let endless = StrategyEntry(
    name: "endless", origin: "tests", summary: "", delivery: .reload
  ) { _, scheduler, port in
    @Sendable func post() { scheduler.onMain { post() } }
    return AttachedStrategy(Null<RowChange>()) { [port] _ in
      withExtendedLifetime(port) { post() }
    }
  }
}
