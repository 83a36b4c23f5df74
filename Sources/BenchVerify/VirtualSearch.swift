import BenchHarness
import Coalesce

/// Looks for schedules on which a strategy breaks a promise, in virtual time: the same seed finds
/// the same.
struct VirtualSearch {
  let strategy: Selection<StrategyEntry>
  /// How many schedules are played for each check.
  let schedules: Int

  /// The most steps a schedule has, but for those that repeat.
  private static let longest = 14
  /// How many schedules there are to each that has hundreds of submissions.
  private static let longOnes = 12

  /// Looks for broken promises that are looked for in the same schedules, each of which is played once
  /// for all of them: one of `PromiseCheck`'s families. Returns results in their order.
  func results(_ family: [PromiseCheck], seed: UInt64) -> [PromiseResult] {
    guard let recipe = family.first?.search?.recipe else { return [] }
    var failing: [Promise: Schedule] = [:]
    let promised = family.filter { $0.isPromised(strategy.entry) }
    for number in 0..<schedules where failing.count < promised.count {
      let schedule = schedule(number, of: recipe, seed: seed)
      let outcome = SchedulePlayer.play(schedule, on: strategy)
      for check in promised
      where failing[check.promise] == nil && fault(check, outcome) != nil
        && !goesWrong(check, without: schedule)
      {
        failing[check.promise] = schedule
      }
    }
    return family.map { check in
      guard check.isPromised(strategy.entry) else {
        return PromiseResult(promise: check.promise, verdict: .notPromised)
      }
      guard let failing = failing[check.promise] else {
        return PromiseResult(promise: check.promise, verdict: .pass)
      }
      return result(check, failing, recipe, seed: seed)
    }
  }

  private func result(
    _ check: PromiseCheck, _ failing: Schedule, _ recipe: ScheduleRecipe, seed: UInt64
  ) -> PromiseResult {
    let all = (0..<schedules).lazy.map { schedule($0, of: recipe, seed: seed) }
    if all.contains(where: { goesWrong(check, without: $0) }) {
      return PromiseResult(
        promise: check.promise, verdict: .notChecked,
        detail: "the same schedules go wrong without what this promise speaks of")
    }
    let shortest = ScheduleShrinker.shrink(failing) { schedule in
      fault(check, SchedulePlayer.play(schedule, on: strategy)) != nil
        && !goesWrong(check, without: schedule)
    }
    return PromiseResult(
      promise: check.promise, verdict: .fail,
      detail: fault(check, SchedulePlayer.play(shortest, on: strategy)) ?? "", seed: seed,
      schedule: shortest.lines)
  }

  private func fault(_ check: PromiseCheck, _ outcome: ScheduleOutcome) -> String? {
    check.search?.fault(outcome, strategy)
  }

  /// Whether the schedule has the fault without what the promise speaks of, too.
  private func goesWrong(_ check: PromiseCheck, without schedule: Schedule) -> Bool {
    guard let control = check.search?.control?(schedule), control != schedule else { return false }
    return fault(check, SchedulePlayer.play(control, on: strategy)) != nil
  }

  /// The schedule of that number; the first are the shortest.
  private func schedule(_ number: Int, of recipe: ScheduleRecipe, seed: UInt64) -> Schedule {
    let own = seed &* 0x100_0000_01b3 ^ UInt64(recipe.ingredients.rawValue)
    var generator = ScheduleGenerator(
      recipe, durations: strategy.durations.map(\.wholeNanoseconds),
      seed: own &* 0x9E37_79B9 &+ UInt64(number))
    return generator.make(
      length: min(Self.longest, number / 8), isLong: number % Self.longOnes == Self.longOnes - 1)
  }
}
