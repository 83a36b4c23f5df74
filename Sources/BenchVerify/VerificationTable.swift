import BenchHarness
import Foundation

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
