import Coalesce
import Testing

@testable import BenchHarness
@testable import BenchVerify

/// Plays handmade schedules and checks a strategy's deliveries.
struct SchedulePlayerTests {
  private func play(_ schedule: Schedule, _ name: String = "next-pass") throws -> ScheduleOutcome {
    let entries = [StrategyEntry].standard + [.endless]
    let strategy = try #require(try Selection.parse(name, from: entries).first)
    return SchedulePlayer.play(schedule, on: strategy)
  }

  private func step(
    _ time: UInt64, _ place: ScheduleStep.Place, _ action: ScheduleStep.Action = .submit,
    count: Int = 1, gap: UInt64 = 0, duration: UInt64 = 0
  ) -> ScheduleStep {
    ScheduleStep(
      time: time, place: place, action: action, count: count, gap: gap, duration: duration)
  }

  @Test func latencyIncludesDeliveryTimeAndASlowFirstDelivery() throws {
    let outcome = try play(
      Schedule(
        hop: 50_000, cost: 3_000_000, slowStart: 100_000_000,
        steps: [step(0, .thread(1)), step(1_000_000, .thread(2))]))
    #expect(outcome.seen.updates.map(\.shown) == [103_050_000, 106_050_000])
  }

  @Test func timerErrorsAreAppliedInTurn() throws {
    let steps = [step(0, .thread(1)), step(1_000_000, .thread(1)), step(301_000_000, .thread(1))]
    let errors: [[Int64]] = [[], [900_000], [-900_000], [0, 900_000]]
    let times = try errors.map { errors in
      let schedule = Schedule(timerErrors: errors, steps: steps)
      return try play(schedule, "throttle-in-submit").seen.updates.map(\.shown)
    }
    #expect(times[0] == [0, 300_000_000, 600_000_000])
    #expect(times[1] == [0, 300_900_000, 601_800_000])
    // A timer that fires too early is set again.
    #expect(times[2] == [0, 300_000_000, 600_000_000])
    #expect(times[3] == [0, 300_000_000, 600_900_000])
  }

  @Test func silenceIsTimeWithoutOtherWork() throws {
    let schedule = Schedule(
      cost: 10_000_000, heartbeat: 10_000_000,
      steps: [step(0, .thread(1), count: 20, gap: 5_000_000)])
    #expect(try play(schedule, "main-drain").longestSilence == 200_000_000)
    #expect(try play(schedule, "next-pass").longestSilence <= 20_000_000)
  }

  @Test func nothingIsSubmittedAfterTheStrategyIsDropped() throws {
    let outcome = try play(
      Schedule(steps: [step(0, .thread(1)), step(0, .thread(1), .drop), step(1_000, .thread(1))]))
    #expect(outcome.seen.starts.isEmpty && outcome.seen.updates.count == 1)
    #expect(outcome.seen.faults.isEmpty)
  }

  @Test func callbackRunsWhenTheAnimationEnds() throws {
    let outcome = try play(
      Schedule(animation: 5_000_000, steps: [step(0, .thread(1)), step(1_000_000, .callback)]),
      "change-set")
    #expect(outcome.seen.updates.map(\.submitted) == [0, 5_000_000])
    #expect(outcome.seen.faults.isEmpty)
  }

  @Test func endlessSimulationIsStopped() throws {
    for steps in [[step(0, .main)], [step(0, .main), step(0, .main, .cancel)]] {
      let outcome = try play(Schedule(steps: steps), "endless")
      #expect(
        outcome.seen.faults == [.terminates: "the schedule did not end within 200000 steps"])
    }
  }
}

extension StrategyEntry {
  /// Keeps posting to the main thread forever after the first submission.
  fileprivate static let endless = StrategyEntry(
    name: "endless", origin: "tests", summary: "", delivery: .reload
  ) { _, scheduler, port in
    @Sendable func post() { scheduler.onMain { post() } }
    return AttachedStrategy { [port] _ in
      withExtendedLifetime(port) { post() }
    }
  }
}
