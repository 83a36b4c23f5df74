import Coalesce

/// Looks for schedules on which a strategy breaks a promise, in virtual time: the same seed finds
/// the same.
struct VirtualSearch {
  let strategy: Selection<StrategyEntry>
  /// How many schedules are played for each property.
  let schedules: Int

  /// The most steps a schedule has, but for those that repeat.
  private static let longest = 14

  /// Looks for a broken promise; `property` must be one that is looked for with schedules.
  func result(_ property: Property, seed: UInt64) -> PropertyResult {
    guard property.isPromised(strategy.entry) else {
      return PropertyResult(promise: property.promise, verdict: .notPromised)
    }
    guard case .schedules(let recipe, let control, let findFault) = property.method else {
      preconditionFailure("'\(property.promise)' is not looked for with schedules.")
    }
    let play = { findFault(SchedulePlayer.play($0, on: strategy), strategy) }
    let fault = { (schedule: Schedule) -> String? in
      guard let words = play(schedule) else { return nil }
      guard let control = control?(schedule), control != schedule else { return words }
      return play(control) == nil ? words : nil
    }
    let all = (0..<schedules).lazy.map { schedule($0, of: recipe, property.promise, seed: seed) }
    guard let failing = all.first(where: { fault($0) != nil }) else {
      return PropertyResult(promise: property.promise, verdict: .pass)
    }
    if let control, all.contains(where: { play(control($0)) != nil }) {
      return PropertyResult(
        promise: property.promise, verdict: .notChecked,
        detail: "the same schedules go wrong without what this promise speaks of")
    }
    let shortest = ScheduleShrinker.shrink(failing) { fault($0) != nil }
    return PropertyResult(
      promise: property.promise, verdict: .fail, detail: fault(shortest) ?? "", seed: seed,
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
