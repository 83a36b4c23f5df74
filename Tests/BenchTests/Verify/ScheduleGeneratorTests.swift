import Testing

@testable import BenchHarness
@testable import BenchReport
@testable import BenchVerify

@Suite(.timeLimit(.minutes(15))) struct ScheduleGeneratorTests {
  private func schedules(_ recipe: ScheduleRecipe, length: Int = 14) -> [Schedule] {
    (0..<200 as Range<UInt64>).map { seed in
      var generator = ScheduleGenerator(recipe, durations: [300_000_000], seed: seed)
      return generator.make(length: length)
    }
  }

  private func steps(_ recipe: ScheduleRecipe) -> [ScheduleStep] {
    schedules(recipe).flatMap(\.steps)
  }

  @Test func equalSeedsGiveEqualSchedules() {
    #expect(schedules(.reentrant) == schedules(.reentrant))
    let different = Set(schedules(.reentrant).map { $0.lines.joined() })
    #expect(different.count == 200)
  }

  @Test func firstSchedulesAreShort() {
    #expect(schedules(.plain, length: 0).allSatisfy { $0.steps.isEmpty })
    #expect(schedules(.plain, length: 2).allSatisfy { $0.steps.count == 2 })
  }

  @Test(arguments: [
    ScheduleRecipe.plain, .reentrant, .flood, .plain.with(.cancel), .plain.with([.drop, .reentry]),
  ])
  func timesAscend(_ recipe: ScheduleRecipe) {
    for schedule in schedules(recipe) {
      #expect(schedule.steps.map(\.time) == schedule.steps.map(\.time).sorted())
    }
  }

  @Test func flushesHappenOnMainOnly() {
    for step in steps(.reentrant) where step.action == .flush || step.action == .turnRunLoop {
      #expect(step.place == .main || step.place == .delivery)
    }
  }

  @Test func recipeIsKept() {
    let plain = steps(.plain)
    #expect(plain.allSatisfy { $0.place != .delivery && [.submit, .flush].contains($0.action) })
    #expect(plain.contains { $0.action == .flush })
    let reentrant = steps(.reentrant)
    for action in [ScheduleStep.Action.submit, .flush, .turnRunLoop] {
      #expect(reentrant.contains { $0.place == .delivery && $0.action == action })
    }
    for (recipe, action) in [
      (ScheduleRecipe.plain.with(.cancel), ScheduleStep.Action.cancel),
      (.plain.with(.drop), .drop),
    ] {
      #expect(schedules(recipe).allSatisfy { $0.steps.count { $0.action == action } == 1 })
      #expect(steps(recipe).contains { $0.action == action && $0.place == .main })
    }
  }

  @Test func specialStepsAreWhereTheyMayBe() {
    for step in steps(.plain.with(.announcements)) where step.action == .announce {
      #expect(step.place == .main)
    }
    let busy = schedules(.plain.with(.otherWork))
    let work = busy.flatMap(\.steps).filter { $0.action == .work }
    #expect(Set(work.map { $0.place == .main }) == [true, false])
    #expect(work.allSatisfy { $0.place == .main || $0.place == .behindDelivery })
    #expect(work.contains { $0.duration == 1_000_000_000 })
    #expect(work.contains { $0.place == .behindDelivery && $0.count >= 10_000 })
    #expect(work.allSatisfy { $0.place == .behindDelivery || $0.count == 1 })
    #expect(busy.contains { $0.end > 30_000_000_000 })
    let bounded = steps(.plain.with(.bounds)).filter { $0.action == .submitWithin }
    #expect(Set(bounded.map(\.duration)) == [0, 5_000_000, 50_000_000])
    #expect(bounded.contains { $0.place == .delivery })
  }

  @Test func pendingIsCancelledAndSettingsChangeInAPause() {
    let cancelled = schedules(.plain.with([.pendingCancels, .pauses, .reentry]))
    for place in [ScheduleStep.Place.main, .thread(1), .delivery] {
      #expect(
        cancelled.contains {
          $0.steps.contains { $0.action == .cancelPending && $0.place == place }
        }
      )
    }
    #expect(cancelled.contains { $0.steps.contains { $0.action == .pause } })
    let set = steps(.plain.with([.settings, .pauses]))
    #expect(set.contains { $0.action == .reset } && set.contains { $0.action == .changeSettings })
  }

  @Test func firstDeliveriesAreSlowWhereTheyMayBe() {
    #expect(schedules(.plain.with(.slowStart)).allSatisfy { $0.slowStart >= 20_000_000 })
    #expect(schedules(.plain).allSatisfy { $0.slowStart == 0 && $0.others == 0 })
  }

  @Test func otherViewsAreSubmittedTo() {
    let shared = schedules(.plain.with([.bounds, .others]))
    #expect(Set(shared.map(\.others)) == [1, 2, 3, 6])
    let actions = Set(shared.flatMap(\.steps).map(\.action))
    #expect(actions.isSuperset(of: [.submit, .submitWithin, .submitToOthers]))
  }

  @Test func targetsComeOnMainOnlyAndGoAnywhere() {
    let steps = steps(.plain.with(.targets))
    let coming = steps.filter { $0.action == .setTarget }
    #expect(coming.allSatisfy { $0.place == .main || $0.place == .delivery })
    for place in [ScheduleStep.Place.main, .thread(1), .delivery] {
      #expect(steps.contains { $0.action == .loseTarget && $0.place == place })
    }
  }

  @Test func cancelsHappenInsideCallbacks() {
    #expect(steps(.plain.with(.cancel)).contains { $0.action == .cancel && $0.place == .callback })
  }

  @Test func longOnesTakeHundredsOfDeliveries() {
    for seed in 0..<50 as Range<UInt64> {
      var generator = ScheduleGenerator(.plain, durations: [300_000_000], seed: seed)
      let schedule = generator.make(length: 5, isLong: true)
      #expect(schedule.steps.contains { $0.count >= 100 && $0.count <= 1_000 && $0.gap > 0 })
      #expect(schedule.steps.map(\.time) == schedule.steps.map(\.time).sorted())
    }
  }

  @Test func schedulesEndResumed() {
    let paused = schedules(.plain.with(.pauses))
    #expect(paused.allSatisfy { $0.steps.last?.action == .resume })
    #expect(paused.contains { $0.steps.contains { $0.action == .pause && $0.place == .delivery } })
  }

  @Test func strategyIsCancelledOrDropped() {
    let ended = schedules(.plain.with(.cancelOrDrop))
    for action in [ScheduleStep.Action.cancel, .drop] {
      #expect(ended.contains { $0.steps.contains { $0.action == action } })
    }
    #expect(ended.allSatisfy { $0.steps.count { [.cancel, .drop].contains($0.action) } == 1 })
  }

  /// Equal times, bursts, early and late timers, hops and costs of none.
  @Test func edgesOccur() {
    let all = schedules(.plain)
    #expect(
      all.contains { schedule in
        zip(schedule.steps, schedule.steps.dropFirst()).contains { $0.time == $1.time }
      })
    #expect(all.contains { $0.timerErrors.contains { $0 < 0 } })
    #expect(all.contains { $0.timerErrors.contains { $0 > 0 } })
    #expect(all.allSatisfy { $0.timerErrors.allSatisfy { abs($0) <= 1_000_000 } })
    #expect(all.contains { $0.hop == 0 } && all.contains { $0.cost == 0 })
    #expect(all.contains { $0.cost > 300_000_000 })
    #expect(all.contains { $0.steps.contains { $0.count >= 40 } })
  }

  @Test func floodIsFasterThanTheDeliveries() {
    for schedule in schedules(.flood) {
      #expect(UInt64(schedule.size) * schedule.cost >= 600_000_000)
      #expect(schedule.heartbeat == 10_000_000)
    }
  }

  @Test func scheduleIsReadable() {
    let schedule = Schedule(
      hop: 50_000, cost: 3_000_000, timerErrors: [-1_000_000, 0, 20_000], animation: 5_000_000,
      heartbeat: 10_000_000,
      steps: [
        ScheduleStep(time: 0, place: .thread(2), action: .submit, count: 4, gap: 1_000),
        ScheduleStep(time: 0, place: .thread(1), action: .submit, count: 2),
        ScheduleStep(time: 1_500_000, place: .delivery, action: .turnRunLoop),
        ScheduleStep(time: 2_000_000, place: .delivery, action: .flush, count: 3),
        ScheduleStep(time: 7_000_000, place: .main, action: .cancel),
      ])
    #expect(
      schedule.lines == [
        "A dispatch costs 50us, a delivery 3ms of main-thread time.",
        "Timers are 1ms early, then on time, then 20us late.",
        "The view animates for 5ms.",
        "The main thread has other work every 10ms.",
        "    0s  thread 2: submit, 4 times, every 1us",
        "    0s  thread 1: submit, 2 times, at once",
        "1500us  inside the next delivery: turn the run loop",
        "   2ms  inside the next 3 deliveries: flush",
        "   7ms  main: cancel",
      ])
  }

  @Test func specialStepsAreReadable() {
    let schedule = Schedule(
      slowStart: 150_000_000, others: 3,
      steps: [
        ScheduleStep(time: 0, place: .main, action: .announce, count: 2, gap: 1_000),
        ScheduleStep(time: 0, place: .main, action: .work, duration: 20_000_000),
        ScheduleStep(
          time: 0, place: .behindDelivery, action: .work, count: 2, duration: 1_000_000_000),
        ScheduleStep(time: 0, place: .thread(1), action: .submitWithin, duration: 5_000_000),
        ScheduleStep(time: 0, place: .delivery, action: .submitWithin),
        ScheduleStep(time: 0, place: .main, action: .pause),
        ScheduleStep(time: 0, place: .callback, action: .cancelPending, count: 2),
        ScheduleStep(time: 0, place: .callback, action: .changeSettings),
        ScheduleStep(time: 0, place: .main, action: .submitToOthers),
        ScheduleStep(time: 0, place: .main, action: .setTarget),
        ScheduleStep(time: 0, place: .thread(1), action: .loseTarget),
      ])
    #expect(
      schedule.lines == [
        "A dispatch costs 0s, a delivery 0s of main-thread time.",
        "The first delivery costs 150ms more.",
        "Other views: 3.",
        "A pause that is left at the end is ended then.",
        "At the end another target comes.",
        "0s  main: submit, then change the model, 2 times, every 1us",
        "0s  main: other work for 20ms",
        "0s  behind the next 2 deliveries: other work for 1s",
        "0s  thread 1: submit within 5ms",
        "0s  inside the next delivery: submit within 0s",
        "0s  main: pause",
        "0s  inside the next 2 callbacks: cancel what is pending",
        "0s  inside the next callback: change the settings",
        "0s  main: submit to the other views",
        "0s  main: another target comes",
        "0s  thread 1: the target goes",
      ])
  }
}
