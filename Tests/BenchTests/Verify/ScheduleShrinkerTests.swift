import Coalesce
import Testing

@testable import BenchHarness
@testable import BenchReport
@testable import BenchVerify

@Suite(.timeLimit(.minutes(15))) struct ScheduleShrinkerTests {
  private func generated(_ recipe: ScheduleRecipe = .reentrant, seed: UInt64) -> Schedule {
    var generator = ScheduleGenerator(recipe, durations: [300_000_000], seed: seed)
    return generator.make(length: 14)
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func onlyWhatMattersIsLeft(_ seed: UInt64) {
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
    #expect(shortest.size == 5 && submissions(shortest) == 5)
    #expect(shortest.hop == 0 && shortest.cost == 0 && shortest.end == 0)
    #expect(shortest.timerErrors.isEmpty && shortest.animation == 0)
  }

  @Test func timesArePulledTogetherAsFarAsTheyMay() {
    var schedule = Schedule(hop: 50_000, cost: 9_000_000)
    schedule.steps = [3_333_333, 87_654_321].map {
      ScheduleStep(time: $0, place: .thread(3), action: .submit)
    }
    let shortest = ScheduleShrinker.shrink(schedule) { schedule in
      schedule.steps.count == 2 && schedule.steps[1].time - schedule.steps[0].time >= 4_000_000
        && schedule.cost > 3_000_000
    }
    #expect(shortest.steps.map(\.time) == [0, 5_000_000])
    #expect(shortest.cost == 5_000_000)
    #expect(shortest.hop == 0)
  }

  @Test func whatCannotBeShorterStaysAsItIs() {
    let schedule = Schedule(
      steps: [ScheduleStep(time: 0, place: .main, action: .flush)])
    #expect(ScheduleShrinker.shrink(schedule) { $0 == schedule } == schedule)
  }

  @Test func whatIsSpecialBecomesOrdinary() {
    let schedule = Schedule(
      steps: [
        ScheduleStep(time: 0, place: .main, action: .announce),
        ScheduleStep(time: 0, place: .behindDelivery, action: .work, duration: 777_777),
        ScheduleStep(time: 0, place: .delivery, action: .submitWithin, duration: 5_000_000),
      ])
    let shortest = ScheduleShrinker.shrink(schedule) { $0.steps.count == 3 }
    #expect(shortest.steps.map(\.action) == [.submit, .work, .submitWithin])
    #expect(shortest.steps.map(\.place) == [.thread(1), .main, .thread(1)])
    #expect(shortest.steps.allSatisfy { $0.duration == 0 })
  }

  @Test func flushesStayOnMain() {
    for seed in 1...20 as ClosedRange<UInt64> {
      let shortest = ScheduleShrinker.shrink(generated(seed: seed)) { _ in true }
      #expect(shortest.steps.isEmpty)
      let kept = ScheduleShrinker.shrink(generated(seed: seed)) { schedule in
        schedule.steps.contains { $0.action == .flush }
      }
      #expect(
        kept.steps.allSatisfy { $0.action != .flush || $0.place == .main || $0.place == .delivery })
    }
  }

  @Test func attemptsAreLimited() {
    var count = 0
    _ = ScheduleShrinker.shrink(generated(seed: 1), attempts: 10) { _ in
      count += 1
      return count % 2 == 0
    }
    #expect(count == 10)
  }

  /// Two submissions, the second one while the first is being delivered.
  @Test func lossDuringADeliveryTakesTwoSubmissions() throws {
    let strategy = try Selection(
      StrategyEntry.reloading("clears-late", origin: "tests", summary: "") {
        _, scheduler, deliver in
        ClearsLate(scheduler: scheduler, deliver: deliver)
      })
    let result = VirtualSearch(strategy: strategy, schedules: 300).results([.finalState], seed: 3)[
      0]
    #expect(result.verdict == .fail)
    #expect(
      result.schedule == [
        "A dispatch costs 0s, a delivery 1us of main-thread time.",
        "0s  thread 1: submit, 2 times, every 1us",
      ])
  }
}

/// Forgets what is submitted while it delivers.
private final class ClearsLate: UpdateStrategy {
  private let pending = Locked(0)
  private let scheduler: any UpdateScheduler
  private let deliver: @Sendable (UpdateCount) -> Void

  init(scheduler: any UpdateScheduler, deliver: @escaping @Sendable (UpdateCount) -> Void) {
    self.scheduler = scheduler
    self.deliver = deliver
  }

  func submit(_ update: UpdateCount) {
    let isFirst = pending.withLock { pending in
      pending += 1
      return pending == 1
    }
    if isFirst { scheduler.onMain { [weak self] in self?.flush() } }
  }

  func flush() {
    let count = pending.withLock { $0 }
    guard count > 0 else { return }
    deliver(UpdateCount(count))
    pending.withLock { $0 = 0 }
  }

  func cancel() { pending.withLock { $0 = 0 } }
  var pendingCount: Int { pending.withLock { $0 } }
}

extension Schedule {
  /// How many actions it is made of.
  var size: Int { steps.reduce(0) { $0 + $1.count } }
}
