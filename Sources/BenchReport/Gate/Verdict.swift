import BenchHarness

/// From the least to the most serious. A report has the most serious verdict of its findings.
package enum Verdict: String, Codable, Sendable, CaseIterable, Comparable {
  case pass = "PASS"
  case improved = "IMPROVED"
  /// Worse, but allowed: by an entry of the settings, or by the baseline that this change stores.
  case accepted = "ACCEPTED"
  /// Each delivery costs more, but the strategy now delivers differently; only in the paired check.
  case trade = "TRADE"
  /// A figure may have got worse by more than is allowed, as its interval exceeds that; only in the paired check.
  case undecided = "NOT DECIDED"
  /// Too little was measured: no noise floor, too few blocks, or nothing at all.
  case unknown = "UNKNOWN"
  /// The machine was too noisy to tell, or the figure looked worse but was not among those measured again.
  case inconclusive = "INCONCLUSIVE"
  case regressed = "REGRESSED"
  /// A trial crashed, hung or took too much memory, or a trial of base had any other undeclared fault.
  case failed = "FAILED"

  package var exitCode: Int32 {
    switch self {
    case .pass, .improved, .accepted, .trade, .undecided: 0
    case .regressed: 1
    case .failed: 2
    case .inconclusive, .unknown: 3
    }
  }

  package var meaning: String {
    switch self {
    case .pass: "nothing got worse."
    case .improved:
      "something got better. Run '\(ProgramName.text) gate accept' to store better exact figures."
    case .accepted: "only what is accepted got worse."
    case .trade: "each delivery costs more, but the strategy now delivers differently."
    case .undecided:
      "no regression is certain, but the measurements cannot rule one out, for the reasons above. Rerun on "
        + "a quieter machine, or with more blocks; --strict makes it fail."
    case .regressed:
      "something got worse. Fix it, or accept it: '\(ProgramName.text) gate accept' stores new exact "
        + "figures, unless updates are lost; with --reason WHY, it lists the regressions between two "
        + "builds in the settings."
    case .failed:
      "a combination did not finish, for the reasons above. The rest was checked."
    case .inconclusive:
      "the measurements allow no verdict, for the reasons above. Rerun on a quieter machine."
    case .unknown: "there is too little data to decide, for the reasons above."
    }
  }

  /// Whether another run may find a regression.
  package var isOpen: Bool { self == .undecided || exitCode == 3 }

  var gravity: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  package static func < (one: Verdict, other: Verdict) -> Bool { one.gravity < other.gravity }
}
