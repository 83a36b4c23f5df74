import Foundation

/// `verify.csv`: a row for each promise of each strategy.
public enum VerificationTable {
  /// The table as CSV.
  public static func csv(_ verifications: [StrategyVerification]) -> String {
    var table = CSVText()
    table.append([
      "strategy", "is_mutant", "promise", "verdict", "is_known", "time", "seed", "detail",
      "schedule",
    ])
    for verification in verifications {
      for result in verification.results {
        table.append([
          verification.strategy, String(verification.isMutant), result.promise.rawValue,
          result.verdict.rawValue, String(verification.breaks[result.promise] != nil),
          result.time.rawValue, result.seed.map(String.init) ?? "", result.detail,
          result.schedule.joined(separator: "\n"),
        ])
      }
    }
    return table.text
  }

  /// Writes the table.
  /// - Throws: ``HarnessError/cannotWrite(path:cause:)``.
  public static func write(_ verifications: [StrategyVerification], to path: String) throws {
    do {
      try Data(csv(verifications).utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw HarnessError.cannotWrite(path: path, cause: error.fileCause + ".")
    }
  }
}
