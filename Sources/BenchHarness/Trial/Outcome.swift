package enum Outcome: String, Codable, Sendable, CaseIterable {
  case ok
  case lost
  /// Every update was shown, yet the view differs from the model at the end.
  case wrongView = "wrong-view"
  case crashed
  case hung
  /// The process took more memory than it may.
  case overMemory = "over-memory"
  /// A thread was still at work after everything had been delivered.
  case leftRunning = "left-running"
  /// The load generator was too late; says nothing of the strategy, and the trial is repeated.
  case void

  /// Whether the strategy is to blame.
  package var isFailure: Bool { self != .ok && self != .void }

  /// Whether the trial was ended, or ended itself, before it had its figures.
  package var isCutShort: Bool { [.crashed, .hung, .overMemory].contains(self) }
}
