import BenchHarness

/// A part of a verification. Whatever ends the process is put down to the stage that was under way.
package enum VerificationStage: Codable, Hashable, Sendable {
  /// Looks for cases in which these promises are broken, in virtual time; one family of checks.
  case search([Promise])
  /// Submits very many updates, and looks at the memory.
  case memory(TimeMode)
  /// Several threads submit as fast as main can deliver, in real time.
  case load
  /// Cancelled on main while threads submit, in real time, again and again.
  case cancellation
  /// Dropped unused, and while threads submit, in real time, again and again.
  case dropping
  /// Handlers that submit and flush, in real time.
  case reentry
  /// Submissions on main that come before the model changes, in real time.
  case announcing

  /// What there is to do for a strategy in these times, in this order.
  static func stages(of strategy: StrategyEntry, in times: Set<TimeMode>) -> [VerificationStage] {
    let virtual = [PromiseCheck].families.map { VerificationStage.search($0.map(\.promise)) }
    // It is waited for what is lost, and where that is known virtual time has shown it.
    let isStale = strategy.breaks[.freshAfterWillSet] != nil && !strategy.isRealTimeOnly
    let real: [VerificationStage] =
      [.load, .cancellation, .dropping, .reentry] + (isStale ? [] : [.announcing])
    let all =
      strategy.isRealTimeOnly ? real + [.memory(.real)] : virtual + [.memory(.virtual)] + real
    return all.filter { times.contains($0.time) }
  }

  /// The promises that it says something about.
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

  /// Which time it happens in.
  var time: TimeMode {
    switch self {
    case .search, .memory(.virtual): .virtual
    default: .real
    }
  }
}

extension VerificationStage: CustomStringConvertible {
  /// What it does, as in "while looking for a broken 'order'".
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
