import CoalesceStrategies
import Testing

@testable import BenchHarness
@testable import BenchReport
@testable import BenchVerify

@Suite(.timeLimit(.minutes(15))) struct SchedulePlayerTests {
  private func play(_ schedule: Schedule, _ name: String = "pending-flag") throws -> ScheduleOutcome
  {
    let entries = [StrategyEntry].standard + [.ticking, .endless]
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
    let outcome = try play(Schedule(steps: [step(0, .main)]), "endless")
    #expect(outcome.fault(.terminates) == "nothing came to an end within 200000 steps")
    #expect(outcome.seen.faults.count == 1)
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
    #expect(times.count == 3)
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
    let times = [[], [900_000], [-900_000], [900_000, -900_000]].map { errors in
      try? play(Schedule(timerErrors: errors, steps: steps), "throttle").seen.updates.map(\.shown)
    }
    #expect(times[0] == [0, 300_000_000, 600_000_000])
    #expect(times[1] == [0, 300_900_000, 601_800_000])
    // What is too early sets its timer again, and that is the next one in turn.
    #expect(times[2] == [0, 300_000_000, 600_000_000])
    #expect(times[3] == [0, 300_900_000, 601_800_000])
  }
}

extension StrategyEntry {
  /// Wakes main once a second, whether there is anything to do or not.
  fileprivate static let ticking = StrategyEntry(
    name: "ticking", origin: "tests", summary: "", delivery: .reload
  ) { _, scheduler, _ in
    AttachedStrategy(DefectiveStrategy(.noIdleWakeUps, scheduler: scheduler) { _ in }) { _ in }
  }

  /// Posts to main for ever once something was submitted.
  fileprivate static let endless = StrategyEntry(
    name: "endless", origin: "tests", summary: "", delivery: .reload
  ) { _, scheduler, port in
    @Sendable func post() { scheduler.onMain { post() } }
    return AttachedStrategy(Null<RowChange>()) { _ in
      port.reload()
      post()
    }
  }
}
