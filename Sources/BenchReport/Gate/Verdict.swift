/// What the gate says of a figure, a cell, or a build, from the least to the most serious: of several, the
/// most serious counts.
package enum Verdict: String, Encodable, Sendable, CaseIterable {
  case pass = "PASS"
  /// Something got better, and nothing worse.
  case improved = "IMPROVED"
  /// Each delivery costs more, but the strategy now makes different ones; only in real time.
  case trade = "TRADE"
  /// Too little was measured to tell: no noise floor, too few blocks, or nothing at all.
  case unknown = "UNKNOWN"
  /// It may be worse, but could not be confirmed: the machine was noisy, or others looked worse still.
  case inconclusive = "INCONCLUSIVE"
  case regressed = "REGRESSED"

  /// The exit code of a command whose answer this is.
  package var exitCode: Int32 {
    switch self {
    case .pass, .improved, .trade: 0
    case .regressed: 1
    case .inconclusive, .unknown: 3
    }
  }

  private var gravity: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// What several verdicts come to together; a pass where there are none.
  static func together(_ verdicts: some Sequence<Verdict>) -> Verdict {
    verdicts.max { $0.gravity < $1.gravity } ?? .pass
  }

  /// `elements`, those with the gravest verdict first, otherwise in their order.
  static func worstFirst<Element>(
    _ elements: [Element], _ verdict: (Element) -> Verdict
  ) -> [Element] {
    allCases.reversed().flatMap { grave in elements.filter { verdict($0) == grave } }
  }
}
