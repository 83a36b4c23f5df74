import Testing

@testable import BenchHarness
@testable import BenchVerify

/// Generating schedules from a seed, and shrinking them.
struct ScheduleTests {
  private func generated(_ recipe: ScheduleRecipe = .reentrant, seed: UInt64) -> Schedule {
    var generator = ScheduleGenerator(recipe, durations: [300_000_000], seed: seed)
    return generator.make(length: 14)
  }

  @Test func scheduleDependsOnTheSeedAlone() {
    let schedules = (0..<200).map { generated(seed: $0) }
    #expect(schedules == (0..<200).map { generated(seed: $0) })
    #expect(Set(schedules.map { $0.lines.joined() }).count == 200)
    for schedule in schedules {
      #expect(schedule.steps.map(\.time) == schedule.steps.map(\.time).sorted())
      for step in schedule.steps where [.flush, .turnRunLoop].contains(step.action) {
        #expect([.main, .delivery].contains(step.place))
      }
    }
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func shrinkingLeavesOnlyTheNecessarySteps(_ seed: UInt64) {
    var schedule = generated(seed: seed)
    schedule.steps += (0..<3).map { number in
      ScheduleStep(
        time: schedule.end + number * 7_654_321, place: .thread(2), action: .submit, count: 7,
        gap: 12_345)
    }
    let submissions = { (schedule: Schedule) in
      schedule.steps.filter { $0.action == .submit }.reduce(0) { $0 + $1.count }
    }
    let shortest = ScheduleShrinker.shrink(schedule) { submissions($0) >= 5 }
    #expect(submissions(shortest) == 5)
    #expect(shortest.steps.allSatisfy { $0.action == .submit })
    #expect(shortest.hop == 0 && shortest.cost == 0 && shortest.end == 0)
    #expect(shortest.timerErrors.isEmpty && shortest.animation == 0)
  }

  @Test func shrinkingMovesStepsCloseTogether() {
    var schedule = Schedule(hop: 50_000, cost: 9_000_000)
    schedule.steps = [3_333_333, 87_654_321].map {
      ScheduleStep(time: $0, place: .thread(3), action: .submit)
    }
    let shortest = ScheduleShrinker.shrink(schedule) { schedule in
      schedule.steps.count == 2 && schedule.steps[1].time - schedule.steps[0].time >= 4_000_000
        && schedule.cost > 3_000_000
    }
    #expect(shortest.steps.map(\.time) == [0, 5_000_000])
    #expect(shortest.cost == 5_000_000 && shortest.hop == 0)
  }

  @Test func shrinkingStopsAtItsAttemptLimit() {
    var count = 0
    _ = ScheduleShrinker.shrink(generated(seed: 1), attempts: 10) { _ in
      count += 1
      return count % 2 == 0
    }
    #expect(count == 10)
  }

  @Test func scheduleIsPrintedAsReadableLines() {
    let schedule = Schedule(
      hop: 50_000, cost: 3_000_000, slowStart: 150_000_000, timerErrors: [-1_000_000, 0, 20_000],
      animation: 5_000_000, heartbeat: 10_000_000,
      steps: [
        ScheduleStep(time: 0, place: .thread(2), action: .submit, count: 4, gap: 1_000),
        ScheduleStep(time: 0, place: .main, action: .announce, count: 2),
        ScheduleStep(time: 1_500_000, place: .delivery, action: .turnRunLoop),
        ScheduleStep(time: 2_000_000, place: .delivery, action: .flush, count: 3),
        ScheduleStep(time: 3_000_000, place: .behindDelivery, action: .work, duration: 20_000_000),
        ScheduleStep(time: 7_000_000, place: .callback, action: .cancel),
      ])
    #expect(
      schedule.lines == [
        "A dispatch takes 50us, a delivery 3ms of main-thread time.",
        "Timers are 1ms early, then on time, then 20us late.",
        "The first delivery costs 150ms more.",
        "The view animates for 5ms.",
        "The main thread has other work every 10ms.",
        "    0s  thread 2: submit, 4 times, every 1us",
        "    0s  main: submit, then change the model, 2 times, at the same time",
        "1500us  inside the next delivery: turn the run loop",
        "   2ms  inside the next 3 deliveries: flush",
        "   3ms  queued during the next delivery: other work for 20ms",
        "   7ms  inside the next callback: cancel",
      ])
  }
}
