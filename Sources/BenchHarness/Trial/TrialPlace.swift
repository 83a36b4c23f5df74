/// The place of a trial in a comparison of two builds. There, the trial's number is the number of its block, from 1.
package struct TrialPlace: Codable, Sendable, Hashable {
  package enum Phase: String, Codable, Sendable, CaseIterable {
    /// Compares base and candidate in every combination, to find the combinations that deserve a closer look.
    case screen
    /// Compares base and candidate in the worst combinations flagged by the screen.
    case confirm
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
    self.phase = phase
    self.position = position
    self.side = side
  }
}
