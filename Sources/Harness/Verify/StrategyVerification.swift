/// What `verify` found about one strategy.
public struct StrategyVerification: Codable, Sendable {
  /// The strategy's key.
  public let strategy: String
  /// Whether it is there to be caught.
  public let isMutant: Bool
  /// The promises that it is known to break, with the reasons.
  public let breaks: [Promise: String]
  /// A result for each promise, in their order.
  public let results: [PropertyResult]

  init(_ strategy: Selection<StrategyEntry>, isMutant: Bool, found: [PropertyResult]) {
    self.strategy = strategy.key
    self.isMutant = isMutant
    breaks = strategy.entry.breaks
    results = Promise.allCases.map { promise in
      found.filter { $0.promise == promise }.reduce(
        PropertyResult(promise: promise, verdict: .notChecked)
      ) { $1.verdict.outweighs($0.verdict) ? $1 : $0 }
    }
  }

  /// Promises that were seen broken and are not known to be; of a mutant none, for it is there to
  /// break them.
  public var alarms: [PropertyResult] {
    isMutant ? [] : results.filter { $0.verdict == .fail && breaks[$0.promise] == nil }
  }

  /// Promises that are known to be broken and were not seen broken.
  public var unseen: [Promise] {
    results.filter { $0.verdict != .fail && breaks[$0.promise] != nil }.map(\.promise)
  }

  /// Whether one of the promises that it is known to break was seen broken.
  public var isCaught: Bool {
    results.contains { $0.verdict == .fail && breaks[$0.promise] != nil }
  }

  /// Whether this is as it should be.
  public var isAsExpected: Bool { isMutant ? isCaught : alarms.isEmpty }
}
