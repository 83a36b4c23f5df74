import BenchHarness

/// A part of a verification. If the process ends, the stage under way counts as the cause.
package enum VerificationStage: Codable, Hashable, Sendable {
  /// One family of checks, in virtual time.
  case search([Promise])
  case memory(TimeMode)
  case load, cancellation, dropping, reentry
  case announcing

  static func stages(of strategy: StrategyEntry, in times: Set<TimeMode>) -> [VerificationStage] {
    let virtual = [Promise].families.map { VerificationStage.search($0) }
    let real: [VerificationStage] = [.load, .cancellation, .dropping, .reentry, .announcing]
    let all =
      strategy.isRealTimeOnly
      ? real + [.memory(.real)]
      : virtual + [.memory(.virtual)] + real.filter { !$0.isSpoilt(by: strategy.breaks) }
    return all.filter { times.contains($0.time) }
  }

  /// Whether known violations are left to virtual time. Each lost update would cost a timeout here, and every stage
  /// needs the promises that `load` checks.
  private func isSpoilt(by breaks: [Promise: String]) -> Bool {
    (promises + Self.load.promises).contains { breaks[$0] != nil }
  }

  var promises: [Promise] {
    switch self {
    case .search(let promises): promises
    case .memory: [.boundedMemory]
    case .load:
      [.finalState, .nothingLost, .order, .neverConcurrent, .neverNested, .terminates]
    case .cancellation: [.nothingAfterCancel, .releasesHandler]
    case .dropping: [.safeToDrop, .releasesHandler]
    case .reentry: [.reentrancy, .neverNested]
    case .announcing: [.freshAfterWillSet]
    }
  }

  var time: TimeMode {
    switch self {
    case .search, .memory(.virtual): .virtual
    default: .real
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
    case .load: "several threads were submitting in real time"
    case .cancellation: "cancelling the strategy in real time"
    case .dropping: "dropping the strategy in real time"
    case .reentry: "submitting inside deliveries in real time"
    case .announcing: "submitting in real time before changing the model"
    }
  }
}
