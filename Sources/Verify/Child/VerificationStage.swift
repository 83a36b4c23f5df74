import Harness

/// A part of a verification. Whatever ends the process is put down to the stage that was under way.
enum VerificationStage: Codable, Hashable, Sendable {
  /// Looks for a case in which a promise is broken, in virtual time.
  case search(Promise)
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
  /// Cancelled and dropped in all ways, in real time, and what becomes of the handler.
  case releasing

  /// What there is to do for a strategy, in this order.
  static func stages(of strategy: StrategyEntry, virtualOnly: Bool) -> [VerificationStage] {
    let virtual: [VerificationStage] = [PromiseCheck].all.compactMap { check in
      guard case .schedules = check.method else { return nil }
      return .search(check.promise)
    }
    let real: [VerificationStage] =
      virtualOnly ? [] : [.load, .cancellation, .dropping, .reentry, .announcing, .releasing]
    return strategy.isRealTimeOnly
      ? real + (virtualOnly ? [] : [.memory(.real)]) : virtual + [.memory(.virtual)] + real
  }

  /// The promises that it says something about.
  var promises: [Promise] {
    switch self {
    case .search(let promise): [promise]
    case .memory: [.boundedMemory]
    case .load:
      [.finalState, .nothingLost, .order, .neverConcurrent, .neverNested, .terminates]
    case .cancellation: [.nothingAfterCancel]
    case .dropping: [.safeToDrop]
    case .reentry: [.reentrancy, .neverNested]
    case .announcing: [.freshAfterWillSet]
    case .releasing: [.releasesHandler]
    }
  }

  /// How many times longer it may take than others.
  var patienceFactor: UInt64 {
    switch self {
    case .memory: 6
    // What is lost is waited for once more, to see whether it is lost in other ways, too.
    case .reentry, .announcing: 4
    default: 1
    }
  }

  /// Which time it happens in.
  var time: TimeMode {
    switch self {
    case .search, .memory(.virtual): .virtual
    case .memory(.real), .load, .cancellation, .dropping, .reentry, .announcing, .releasing: .real
    }
  }
}

extension VerificationStage: CustomStringConvertible {
  /// What it does, as in "while looking for a broken 'order'".
  var description: String {
    switch self {
    case .search(let promise): "looking for a broken '\(promise.rawValue)'"
    case .memory: "submitting very many updates"
    case .load: "threads submitted in real time"
    case .cancellation: "being cancelled in real time"
    case .dropping: "being dropped in real time"
    case .reentry: "submitting inside deliveries in real time"
    case .announcing: "submitting before the change in real time"
    case .releasing: "letting go of its handler in real time"
    }
  }
}
