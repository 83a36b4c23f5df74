import BenchHarness
import Coalesce

/// Looks for schedules on which a strategy breaks a promise, in virtual time. The same seed finds the same schedules.
struct VirtualSearch {
  let strategy: Selection<StrategyEntry>
  let schedules: Int

  private static let mostSteps = 14
  private static let longScheduleInterval = 12

  func results(_ family: [Promise], seed: UInt64) -> [PromiseResult] {
    guard let recipe = family.first?.recipe else { return [] }
    var failing: [Promise: Schedule] = [:]
    let promised = family.filter { $0.isMade(by: strategy.entry) }
    for number in 0..<schedules where failing.count < promised.count {
      let schedule = schedule(number, of: recipe, seed: seed)
      let outcome = SchedulePlayer.play(schedule, on: strategy)
      for promise in promised
      where failing[promise] == nil && promise.fault(outcome, strategy) != nil
        && !failsControl(promise, schedule)
      {
        failing[promise] = schedule
      }
    }
    return family.map { promise in
      guard promised.contains(promise) else {
        return PromiseResult(promise: promise, verdict: .notPromised)
      }
      guard let failing = failing[promise] else {
        return PromiseResult(promise: promise, verdict: .pass)
      }
      return result(promise, failing, recipe, seed: seed)
    }
  }

  private func result(
    _ promise: Promise, _ failing: Schedule, _ recipe: ScheduleRecipe, seed: UInt64
  ) -> PromiseResult {
    let all = (0..<schedules).lazy.map { schedule($0, of: recipe, seed: seed) }
    if all.contains(where: { failsControl(promise, $0) }) {
      return PromiseResult(
        promise: promise, verdict: .notChecked,
        detail: "another fault interferes: schedules also fail without the condition to be tested")
    }
    let shortest = ScheduleShrinker.shrink(failing) {
      fault(promise, $0) != nil && !failsControl(promise, $0)
    }
    return PromiseResult(
      promise: promise, verdict: .fail, detail: fault(promise, shortest) ?? "", seed: seed,
      schedule: shortest.lines)
  }

  private func fault(_ promise: Promise, _ schedule: Schedule) -> String? {
    promise.fault(SchedulePlayer.play(schedule, on: strategy), strategy)
  }

  /// Whether the promise's control changes the schedule, but the fault remains.
  private func failsControl(_ promise: Promise, _ schedule: Schedule) -> Bool {
    var control = schedule
    promise.control(&control)
    return control != schedule && fault(promise, control) != nil
  }

  /// The schedule with this number; the first schedules have the fewest steps.
  private func schedule(_ number: Int, of recipe: ScheduleRecipe, seed: UInt64) -> Schedule {
    let own = seed &* 0x100_0000_01b3 ^ UInt64(recipe.rawValue)
    var generator = ScheduleGenerator(
      recipe, durations: strategy.durations.map(\.wholeNanoseconds),
      seed: own &* 0x9E37_79B9 &+ UInt64(number))
    return generator.make(
      length: min(Self.mostSteps, number / 8),
      isLong: number % Self.longScheduleInterval == Self.longScheduleInterval - 1)
  }
}
