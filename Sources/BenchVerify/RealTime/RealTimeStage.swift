import BenchHarness

/// The raw value follows the word "while".
package enum RealTimeStage: String, Codable, CaseIterable, Sendable {
  case load = "several threads were submitting in real time"
  case cancellation = "cancelling the strategy in real time"
  case dropping = "dropping the strategy in real time"
  case reentry = "submitting inside deliveries in real time"
  case announcing = "submitting in real time before changing the model"

  var promises: [Promise] {
    switch self {
    case .load:
      [.finalState, .nothingLost, .order, .neverConcurrent, .neverNested, .terminates]
    case .cancellation: [.nothingAfterCancel, .releasesHandler]
    case .dropping: [.safeToDrop, .releasesHandler]
    case .reentry: [.reentrancy, .neverNested]
    case .announcing: [.freshAfterWillSet]
    }
  }
}
