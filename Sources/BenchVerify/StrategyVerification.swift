import BenchHarness
import Foundation

/// What became of the search for a case in which a promise is broken.
package enum PromiseVerdict: String, Codable, Sendable, CaseIterable {
  /// No case was found.
  case pass
  /// A case was found.
  case fail
  /// A case was found in real time, and a second look found none.
  case unconfirmed
  /// The strategy's rule does not promise this.
  case notPromised = "not-promised"
  /// It was not looked for.
  case notChecked = "not-checked"
  /// The process ended during the search; another promise's result says so, too.
  case interrupted

  /// Which of two verdicts on one promise counts: the first of this list.
  private static let order: [PromiseVerdict] = [
    .fail, .interrupted, .unconfirmed, .pass, .notPromised, .notChecked,
  ]

  func outweighs(_ other: PromiseVerdict) -> Bool {
    (Self.order.firstIndex(of: self) ?? 0) < (Self.order.firstIndex(of: other) ?? 0)
  }
}

/// What `verify` found about one promise of one strategy.
package struct PromiseResult: Codable, Sendable, Equatable {
  /// The promise.
  package var promise: Promise
  /// What was found.
  package var verdict: PromiseVerdict
  /// How the promise was broken, or why it was not looked for; empty where there is nothing to say.
  package var detail = ""
  /// Whether real threads and queues were at work.
  package var time = TimeMode.virtual
  /// The seed with which it was found; nil where nothing was.
  package var seed: UInt64?
  /// The shortest failing schedule that was found, a line each; empty where there is none.
  package var schedule: [String] = []
}

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

/// `verify.csv`: a row for each promise of each strategy.
package enum VerificationTable {
  /// The table as CSV.
  package static func csv(_ verifications: [StrategyVerification]) -> String {
    Table(
      [
        "strategy", "is_mutant", "promise", "verdict", "is_known", "time", "seed", "detail",
        "schedule",
      ],
      verifications.flatMap { verification in
        verification.results.map { result in
          [
            verification.strategy, String(verification.isMutant), result.promise.rawValue,
            result.verdict.rawValue, String(verification.breaks[result.promise] != nil),
            result.time.rawValue, result.seed.map(String.init) ?? "", result.detail,
            result.schedule.joined(separator: " / "),
          ]
        }
      }
    ).csv
  }

  /// Writes the table.
  /// - Throws: ``BenchError/cannotWrite(path:cause:)``.
  package static func write(_ verifications: [StrategyVerification], to path: String) throws {
    try csv(verifications).write(whole: URL(fileURLWithPath: path))
  }
}
