/// The place of a trial in a comparison of two builds. There, the trial's number is the number of its block, from 1.
package struct TrialPlace: Codable, Sendable, Hashable {
  package enum Phase: String, Codable, Sendable, CaseIterable {
    /// Base against candidate in every combination, to find those that deserve a closer look.
    case screen
    /// Base against itself, otherwise like ``screen``.
    case nullScreen = "null-screen"
    /// Base against candidate in the worst combinations flagged by the screen.
    case confirm
    /// Base against itself, alongside the confirmation, to measure its noise floor.
    case floor
    /// Base against itself in the worst combinations flagged by the null screen.
    case nullConfirm = "null-confirm"

    package var isNull: Bool { self != .screen && self != .confirm }
  }

  package enum Side: String, Codable, Sendable {
    case base
    case candidate
  }

  package var phase: Phase
  /// The trial's position in its block, from 1.
  package var position: Int
  package var side: Side

  package init(_ phase: Phase, position: Int, _ side: Side) {
    (self.phase, self.position, self.side) = (phase, position, side)
  }

  package var runsCandidate: Bool { side == .candidate && !phase.isNull }
}
