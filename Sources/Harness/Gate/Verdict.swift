/// What the gate says of a figure, a cell, or a build.
public enum Verdict: String, Codable, Sendable, CaseIterable {
  /// Nothing got worse.
  case pass = "PASS"
  /// Something got better, and nothing worse.
  case improved = "IMPROVED"
  /// Deliveries got dearer, but the strategy now makes others; only in real time.
  case trade = "TRADE"
  /// Something got worse.
  case regressed = "REGRESSED"
  /// The machine was too noisy to tell.
  case inconclusive = "INCONCLUSIVE"
  /// There is no noise floor to tell a difference from.
  case unknown = "UNKNOWN"

  /// The exit code of a command whose answer this is.
  public var exitCode: Int32 {
    switch self {
    case .pass, .improved, .trade: 0
    case .regressed: 1
    case .inconclusive, .unknown: 3
    }
  }

  /// From the one that hides least to the one that decides.
  private static let order: [Verdict] = [
    .pass, .improved, .trade, .unknown, .inconclusive, .regressed,
  ]

  /// How much it weighs against others; the heaviest decides.
  var gravity: Int { Self.order.firstIndex(of: self) ?? 0 }

  /// What several verdicts come to together; a pass where there are none.
  public static func together(_ verdicts: some Sequence<Verdict>) -> Verdict {
    verdicts.max { $0.gravity < $1.gravity } ?? .pass
  }
}
