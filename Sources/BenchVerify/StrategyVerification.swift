import BenchHarness

package struct StrategyVerification: Codable, Sendable {
  package let strategy: String
  package let breaks: [Promise: String]
  package let results: [PromiseResult]

  init(_ strategy: Selection<StrategyEntry>, found: [PromiseResult]) {
    self.strategy = strategy.key
    breaks = strategy.entry.breaks
    results = Promise.allCases.map { promise in
      let own = found.filter { $0.promise == promise }
      return PromiseVerdict.allCases.lazy.compactMap { verdict in
        own.first { $0.verdict == verdict }
      }.first ?? PromiseResult(promise: promise, verdict: .notChecked)
    }
  }

  /// Violations that the registry does not declare.
  package var alarms: [PromiseResult] {
    results.filter { $0.verdict == .fail && breaks[$0.promise] == nil }
  }

  /// Promises with a known violation that was not seen: their check passed, or the strategy does not make them.
  package var unseen: [Promise] {
    results.filter {
      [.pass, .notPromised].contains($0.verdict) && breaks[$0.promise] != nil
    }.map(\.promise)
  }

  package var isAsExpected: Bool { alarms.isEmpty }
}

extension [StrategyVerification] {
  /// The CSV file of `verify`: a row for each promise of each strategy.
  package var csv: String {
    let titles = [
      "strategy", "promise", "verdict", "is_known", "time", "seed", "detail", "schedule",
    ]
    let rows = flatMap { verification in
      verification.results.map { result in
        [
          verification.strategy, result.promise.rawValue, result.verdict.rawValue,
          String(verification.breaks[result.promise] != nil), result.time.rawValue,
          result.seed.map(String.init) ?? "", result.detail,
          result.schedule.joined(separator: " / "),
        ]
      }
    }
    return Table(titles, rows).csv
  }
}
