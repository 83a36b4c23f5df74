import BenchHarness

/// What `verify` found about one strategy.
package struct StrategyVerification: Codable, Sendable {
  /// The strategy's key.
  package let strategy: String
  /// Whether it is there to be caught.
  package let isMutant: Bool
  /// The promises that it is known to break, with the reasons.
  package let breaks: [Promise: String]
  /// A result for each promise, in their order.
  package let results: [PromiseResult]

  init(_ strategy: Selection<StrategyEntry>, isMutant: Bool, found: [PromiseResult]) {
    self.strategy = strategy.key
    self.isMutant = isMutant
    breaks = strategy.entry.breaks
    results = Promise.allCases.map { promise in
      found.filter { $0.promise == promise }.reduce(
        PromiseResult(promise: promise, verdict: .notChecked)
      ) { $1.verdict.outweighs($0.verdict) ? $1 : $0 }
    }
  }

  /// Promises that were seen broken and are not known to be; of a mutant none, for it is there to
  /// break them.
  package var alarms: [PromiseResult] {
    isMutant ? [] : results.filter { $0.verdict == .fail && breaks[$0.promise] == nil }
  }

  /// Promises that are known to be broken and were not seen broken, though they were looked at.
  package var unseen: [Promise] {
    results.filter {
      [.pass, .notPromised].contains($0.verdict) && breaks[$0.promise] != nil
    }.map(\.promise)
  }

  /// Whether one of the promises that it is known to break was seen broken.
  package var isCaught: Bool {
    results.contains { $0.verdict == .fail && breaks[$0.promise] != nil }
  }

  /// Whether this is as it should be.
  package var isAsExpected: Bool { isMutant ? isCaught : alarms.isEmpty }
}
