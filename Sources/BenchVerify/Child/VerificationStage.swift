import BenchHarness

/// A part of a verification. Whatever ends the process is blamed on the stage under way.
package enum VerificationStage: Codable, Hashable, Sendable {
  /// One family of checks, in virtual time.
  case search([Promise])
  /// Submits very many updates, and measures the memory.
  case memory(TimeMode)
  // In real time:
  case load, cancellation, dropping, reentry
  /// Submissions on main that come before the model changes.
  case announcing

  static func stages(of strategy: StrategyEntry, in times: Set<TimeMode>) -> [VerificationStage] {
    let virtual = [PromiseCheck].families.map { VerificationStage.search($0.map(\.promise)) }
    // Lost updates cost a timeout in real time; where they are known, virtual time shows them.
    let isStale = strategy.breaks[.freshAfterWillSet] != nil && !strategy.isRealTimeOnly
    let real: [VerificationStage] =
      [.load, .cancellation, .dropping, .reentry] + (isStale ? [] : [.announcing])
    let all =
      strategy.isRealTimeOnly ? real + [.memory(.real)] : virtual + [.memory(.virtual)] + real
    return all.filter { times.contains($0.time) }
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
  /// As in "while looking for a broken 'order'".
  package var description: String {
    switch self {
    case .search(let promises):
      "looking for a broken \(promises.map { "'\($0.rawValue)'" }.joined(separator: " or "))"
    case .memory: "submitting very many updates"
    case .load: "threads submitted in real time"
    case .cancellation: "being cancelled in real time"
    case .dropping: "being dropped in real time"
    case .reentry: "submitting inside deliveries in real time"
    case .announcing: "submitting before the change in real time"
    }
  }
}
