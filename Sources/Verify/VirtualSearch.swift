import Coalesce
import Harness

/// Looks for schedules on which a strategy breaks a promise, in virtual time: the same seed finds
/// the same.
struct VirtualSearch {
  let strategy: Selection<StrategyEntry>
  /// How many schedules are played for each check.
  let schedules: Int

  /// The most steps a schedule has, but for those that repeat.
  private static let longest = 14

  /// Looks for a broken promise; `check` must be one that is looked for with schedules.
  func result(_ check: PromiseCheck, seed: UInt64) -> PromiseResult {
    guard check.isPromised(strategy.entry) else {
      return PromiseResult(promise: check.promise, verdict: .notPromised)
    }
    guard case .schedules(let recipe, let control, let findFault) = check.method else {
      preconditionFailure("'\(check.promise)' is not looked for with schedules.")
    }
    let play = { findFault(SchedulePlayer.play($0, on: strategy), strategy) }
    let fault = { (schedule: Schedule) -> String? in
      guard let words = play(schedule) else { return nil }
      guard let control = control?(schedule), control != schedule else { return words }
      return play(control) == nil ? words : nil
    }
    let all = (0..<schedules).lazy.map { schedule($0, of: recipe, check.promise, seed: seed) }
    guard let failing = all.first(where: { fault($0) != nil }) else {
      return PromiseResult(promise: check.promise, verdict: .pass)
    }
    if let control, all.contains(where: { play(control($0)) != nil }) {
      return PromiseResult(
        promise: check.promise, verdict: .notChecked,
        detail: "the same schedules go wrong without what this promise speaks of")
    }
    let shortest = ScheduleShrinker.shrink(failing) { fault($0) != nil }
    return PromiseResult(
      promise: check.promise, verdict: .fail, detail: fault(shortest) ?? "", seed: seed,
      schedule: shortest.lines)
  }

  /// The schedule of that number; the first are the shortest.
  private func schedule(
    _ number: Int, of recipe: ScheduleRecipe, _ promise: Promise, seed: UInt64
  ) -> Schedule {
    let own = promise.rawValue.utf8.reduce(seed) { $0 &* 0x100_0000_01b3 ^ UInt64($1) }
    var generator = ScheduleGenerator(
      recipe, durations: strategy.durations.map(\.wholeNanoseconds),
      seed: own &* 0x9E37_79B9 &+ UInt64(number))
    return generator.make(length: min(Self.longest, number / 8))
  }
}

/// What came of a schedule.
struct ScheduleOutcome {
  /// What was played.
  let schedule: Schedule
  /// What the view saw.
  let seen: WatchedState
  /// The longest time without any of main's other work, in nanoseconds.
  let longestSilence: UInt64
  /// How often anything was woken in a minute in which there was nothing to do.
  let idleWakeUps: Int
  /// When main did other work.
  let otherWork: [Range<UInt64>]

  /// What the machine adds to any wait: two hops, to a queue or a timer and to main, and the lateness
  /// of a timer.
  var tolerance: UInt64 {
    2 * schedule.hop + UInt64(max(0, schedule.timerErrors.max() ?? 0))
  }

  /// How much of the time in `range` main spent with what `busy` says.
  static func time(_ busy: [Range<UInt64>], in range: Range<UInt64>) -> UInt64 {
    busy.reduce(0) { $0 + UInt64($1.clamped(to: range).count) }
  }

  /// How a promise was seen broken; nil if it was not.
  func fault(_ promises: Promise...) -> String? {
    promises.lazy.compactMap { self.seen.faults[$0] }.first
  }
}
