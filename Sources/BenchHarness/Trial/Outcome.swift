package enum Outcome: String, Codable, Sendable, CaseIterable {
  case ok
  case lost
  /// Every update was shown, yet the view differs from the model at the end.
  case wrongView = "wrong-view"
  case crashed
  case hung
  case overMemory = "over-memory"
  /// Work continued after everything had been delivered.
  case leftRunning = "left-running"
  /// Updates were submitted too late, which says nothing about the strategy. The trial is rerun.
  case void

  package var isFailure: Bool { self != .ok && self != .void }

  package var isCutShort: Bool { [.crashed, .hung, .overMemory].contains(self) }
}
