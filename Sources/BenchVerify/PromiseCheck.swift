import BenchHarness

/// One promise of the contract, and how `verify` looks for a case in which it is broken.
package struct PromiseCheck: Sendable {
  /// Schedules to be played in virtual time.
  struct Search: Sendable {
    let recipe: ScheduleRecipe
    /// Returns the same schedule without what the promise speaks of: where one of those has the fault,
    /// too, another promise is broken, and of this one nothing can be said.
    let control: (@Sendable (Schedule) -> Schedule)?
    /// Returns how the promise was broken, or nil.
    let fault: @Sendable (ScheduleOutcome, Selection<StrategyEntry>) -> String?

    static func schedules(
      _ recipe: ScheduleRecipe, control: (@Sendable (Schedule) -> Schedule)? = nil,
      fault: @escaping @Sendable (ScheduleOutcome, Selection<StrategyEntry>) -> String?
    ) -> Search { Search(recipe: recipe, control: control, fault: fault) }
  }

  /// The promise.
  package let promise: Promise
  /// Whether a strategy promises this at all.
  let isPromised: @Sendable (StrategyEntry) -> Bool
  /// Nil for what is looked at in other ways: the process's memory, and its end.
  let search: Search?

  init(
    _ promise: Promise, _ search: Search?,
    isPromised: @escaping @Sendable (StrategyEntry) -> Bool = { _ in true }
  ) {
    self.promise = promise
    self.isPromised = isPromised
    self.search = search
  }
}

extension [PromiseCheck] {
  /// Those that are looked for by playing schedules, with all others that the same schedules serve.
  static let families: [[PromiseCheck]] = all.reduce(into: []) { families, check in
    guard let recipe = check.search?.recipe else { return }
    if let family = families.firstIndex(where: { $0[0].search?.recipe == recipe }) {
      families[family].append(check)
    } else {
      families.append([check])
    }
  }

  /// Every check, in the order of the promises.
  package static let all: [PromiseCheck] = [
    .finalState, .nothingLost, .order, .neverConcurrent, .neverNested, .nothingAfterCancel,
    .safeToDrop, .boundedLatency, .noStarvation, .noIdleWakeUps, .reentrancy, .terminates,
    .survives, .freshAfterWillSet, .survivesBusyMain, .releasesHandler, .noEmptyDeliveries,
    .boundedMemory, .survivesSlowStart,
  ]
}
