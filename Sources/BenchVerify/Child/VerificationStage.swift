import BenchHarness

/// A part of a verification. If the process ends, the stage under way counts as the cause.
package enum VerificationStage: Codable, Hashable, Sendable {
  /// One family of checks, in virtual time.
  case search([Promise])
  case memory(TimeMode)
  case real(RealTimeStage)

  static func stages(of strategy: StrategyEntry, in times: Set<TimeMode>) -> [VerificationStage] {
    let real = RealTimeStage.allCases.filter {
      strategy.isRealTimeOnly || !isSpoilt($0, by: strategy.breaks)
    }
    let all =
      (strategy.isRealTimeOnly ? [] : [Promise].families.map(Self.search))
      + [.memory(strategy.isRealTimeOnly ? .real : .virtual)] + real.map(Self.real)
    return all.filter { times.contains($0.time) }
  }

  /// Whether known violations are left to virtual time. Each lost update would cost a timeout here, and every stage
  /// needs the promises that `load` checks.
  private static func isSpoilt(_ stage: RealTimeStage, by breaks: [Promise: String]) -> Bool {
    (stage.promises + RealTimeStage.load.promises).contains { breaks[$0] != nil }
  }

  var promises: [Promise] {
    switch self {
    case .search(let promises): promises
    case .memory: [.boundedMemory]
    case .real(let stage): stage.promises
    }
  }

  var time: TimeMode {
    switch self {
    case .search: .virtual
    case .memory(let time): time
    case .real: .real
    }
  }
}

extension VerificationStage: CustomStringConvertible {
  /// Follows the word "while", as in "while looking for a broken 'order'".
  package var description: String {
    switch self {
    case .search(let promises):
      "looking for a broken \(promises.map { "'\($0.rawValue)'" }.joined(separator: " or "))"
    case .memory: "submitting a great many updates"
    case .real(let stage): stage.rawValue
    }
  }
}
