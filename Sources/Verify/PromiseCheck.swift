import Harness

/// One promise of the contract, and how `verify` looks for a case in which it is broken.
package struct PromiseCheck: Sendable {
  /// What it looks for.
  enum Method: Sendable {
    /// Plays schedules in virtual time; `fault` answers how the promise was broken, or nil. `control`
    /// answers the same schedule without what the promise speaks of: where one of those has the fault,
    /// too, another promise is broken, and of this one nothing can be said.
    case schedules(
      ScheduleRecipe, control: (@Sendable (Schedule) -> Schedule)? = nil,
      fault: @Sendable (ScheduleOutcome, Selection<StrategyEntry>) -> String?)
    /// Submits very many updates and looks at the memory of the process.
    case memory
    /// Looks at how the process ended in which everything else was looked for.
    case process
  }

  /// The promise.
  package let promise: Promise
  /// Its name in the head of a table, four letters at most.
  package let shortName: String
  /// Whether a strategy promises this at all.
  let isPromised: @Sendable (StrategyEntry) -> Bool
  let method: Method

  init(
    _ promise: Promise, _ shortName: String, _ method: Method,
    isPromised: @escaping @Sendable (StrategyEntry) -> Bool = { _ in true }
  ) {
    self.promise = promise
    self.shortName = shortName
    self.isPromised = isPromised
    self.method = method
  }
}

extension [PromiseCheck] {
  /// Every check, in the order of the promises.
  package static let all: [PromiseCheck] = [
    .finalState, .nothingLost, .order, .neverConcurrent, .neverNested, .nothingAfterCancel,
    .safeToDrop, .boundedLatency, .noStarvation, .noIdleWakeUps, .reentrancy, .terminates,
    .survives, .freshAfterWillSet, .survivesBusyMain, .releasesHandler, .boundedSubmission,
    .pauseLosesNothing, .boundedMemory,
  ]
}
