/// What the gate says of a figure, a cell, or a build.
package enum Verdict: String, Encodable, Sendable, CaseIterable {
  case pass = "PASS"
  /// Something got better, and nothing worse.
  case improved = "IMPROVED"
  /// Deliveries got dearer, but the strategy now makes others; only in real time.
  case trade = "TRADE"
  case regressed = "REGRESSED"
  /// The machine was too noisy to tell.
  case inconclusive = "INCONCLUSIVE"
  /// There is no noise floor to tell a difference from.
  case unknown = "UNKNOWN"

  /// The exit code of a command whose answer this is.
  package var exitCode: Int32 {
    switch self {
    case .pass, .improved, .trade: 0
    case .regressed: 1
    case .inconclusive, .unknown: 3
    }
  }

  /// How much it weighs against others; the heaviest decides.
  private var gravity: Int {
    switch self {
    case .pass: 0
    case .improved: 1
    case .trade: 2
    case .unknown: 3
    case .inconclusive: 4
    case .regressed: 5
    }
  }

  /// What several verdicts come to together; a pass where there are none.
  package static func together(_ verdicts: some Sequence<Verdict>) -> Verdict {
    verdicts.max { $0.gravity < $1.gravity } ?? .pass
  }

  /// `elements`, those with the gravest verdict first, otherwise in their order.
  static func worstFirst<Element>(
    _ elements: [Element], _ verdict: (Element) -> Verdict
  ) -> [Element] {
    let keyed = elements.enumerated().map { (gravity: -verdict($1).gravity, $0, element: $1) }
    return keyed.sorted { ($0.gravity, $0.1) < ($1.gravity, $1.1) }.map(\.element)
  }
}
