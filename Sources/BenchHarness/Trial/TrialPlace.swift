/// Where a trial is in a comparison of two builds. Its number is that of its block, from 1.
package struct TrialPlace: Codable, Sendable, Hashable {
  package enum Phase: String, Codable, Sendable, CaseIterable {
    /// Base against candidate, every combination: which deserve a closer look?
    case screen
    /// Base against itself, as in the screen.
    case nullScreen = "null-screen"
    /// Base against candidate, the worst combinations that the screen flagged.
    case confirm
    /// Base against itself, beside the confirmation: for its noise floor.
    case floor
    /// Base against itself, the worst combinations that the null screen flagged.
    case nullConfirm = "null-confirm"

    package var isNull: Bool { self != .screen && self != .confirm }
  }

  package enum Side: String, Codable, Sendable {
    case base
    case candidate
  }

  package var phase: Phase
  /// In its block, from 1.
  package var position: Int
  package var side: Side

  package init(_ phase: Phase, position: Int, _ side: Side) {
    (self.phase, self.position, self.side) = (phase, position, side)
  }

  package var runsCandidate: Bool { side == .candidate && !phase.isNull }
}
