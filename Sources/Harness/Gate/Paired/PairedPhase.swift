/// What a paired trial is for.
public enum PairedPhase: String, Codable, Sendable, CaseIterable {
  /// Base against candidate, every cell: which cells are worth a closer look?
  case screen
  /// Base against itself, as in the screen.
  case nullScreen = "null-screen"
  /// Base against candidate, the worst cells that the screen flagged.
  case confirm
  /// Base against itself, beside the confirmation: for its noise floor.
  case floor
  /// Base against itself, the worst cells that the null screen flagged.
  case nullConfirm = "null-confirm"

  /// Whether base plays both sides.
  var isNull: Bool { self != .screen && self != .confirm }
}

/// Which build a paired trial ran; where base is compared with itself, the candidate is base too.
public enum PairedSide: String, Codable, Sendable {
  /// What it was before.
  case base
  /// What is judged.
  case candidate

  /// The other one.
  var opposite: PairedSide { self == .base ? .candidate : .base }
}
