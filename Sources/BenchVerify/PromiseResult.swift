import BenchHarness

package struct PromiseResult: Codable, Sendable, Equatable {
  package var promise: Promise
  package var verdict: PromiseVerdict
  /// How the promise was broken, or why it was not fully checked; otherwise empty.
  package var detail = ""
  package var time = TimeMode.virtual
  /// The seed with which the fault was found; nil if there is no fault, or if its seed is unknown.
  package var seed: UInt64?
  /// The lines of the shortest failing schedule found; otherwise empty.
  package var schedule: [String] = []
}

/// The outcome of a check. If a promise has several outcomes, the first in this order counts.
package enum PromiseVerdict: String, Codable, Sendable, CaseIterable {
  case fail
  /// The process ended during the check, which counts as a failure of another promise.
  case interrupted
  case pass
  /// The strategy does not make this promise.
  case notPromised = "not-promised"
  case notChecked = "not-checked"

  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

package struct StrategyVerification: Codable, Sendable {
  package let strategy: String
  package let breaks: [Promise: String]
  package let results: [PromiseResult]

  init(_ strategy: Selection<StrategyEntry>, found: [PromiseResult]) {
    self.strategy = strategy.key
    breaks = strategy.entry.breaks
    results = Promise.allCases.map { promise in
      let none = PromiseResult(promise: promise, verdict: .notChecked)
      return found.filter { $0.promise == promise }.reduce(none) {
        $1.verdict.rank < $0.verdict.rank ? $1 : $0
      }
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
