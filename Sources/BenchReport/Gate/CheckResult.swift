import BenchHarness

package struct CheckResult: Sendable {
  package internal(set) var findings: [GateFinding] = []
  package var notChecked: [String] = []

  package static func skipped(_ reason: String) -> CheckResult { CheckResult(notChecked: [reason]) }

  /// The strategies with an exact finding other than a pass, which count as delivering differently from the baseline.
  package var changedStrategies: Set<String> {
    Set(findings.filter { $0.check == .exact && $0.verdict != .pass }.map(\.cell.strategy))
  }

  package static func + (one: CheckResult, other: CheckResult) -> CheckResult {
    CheckResult(
      findings: one.findings + other.findings, notChecked: one.notChecked + other.notChecked)
  }
}

extension CheckResult {
  /// The exact check: compares a program's figures with the stored ones.
  /// - Throws: ``BenchError/badBaseline(folder:cause:)`` if another suite made the baseline.
  package init(_ before: GateBaseline, _ after: GateBaseline, folder: String) throws {
    try before.check(against: after, folder: folder)
    var comparisons = [ExactComparison(check: .exact, before: before.exact, after: after.exact)]
    if let reason = Self.whyNoAllocations(before, after) {
      notChecked.append("allocations: \(reason)")
      findings = after.allocations?.faultFindings(.allocations) ?? []
    } else if let old = before.allocations, let new = after.allocations {
      comparisons.append(ExactComparison(check: .allocations, before: old, after: new))
    }
    findings += comparisons.flatMap(\.findings)
    let new = comparisons.reduce(0) { $0 + $1.newTrials }
    if new > 0 {
      notChecked.append(
        "trials that the baseline lacks: \(new) ('\(ProgramName.text) gate accept' adds them)")
    }
  }

  private static func whyNoAllocations(_ before: GateBaseline, _ after: GateBaseline) -> String? {
    if after.suite.allocations == nil { return "not in the suite" }
    if after.allocations == nil { return after.whyNotCounted }
    if before.allocations == nil { return "the baseline has none" }
    return before.toolchain == after.toolchain
      ? nil : "counted with \(before.toolchain) in the baseline, but with \(after.toolchain) here"
  }

  /// Finds the defects in single trials of `figures`; this needs no comparison.
  package init(faultsOf figures: GateBaseline) {
    findings =
      figures.exact.faultFindings(.exact) + (figures.allocations?.faultFindings(.allocations) ?? [])
  }

  package init(paired findings: [GateFinding]) {
    self.findings = findings
    let new = findings.chunked { $0.cell == $1.cell }
      .count { group in group.allSatisfy { !$0.isCompared && $0.verdict == .pass } }
    if new > 0 {
      notChecked = ["\(new) combination\(new == 1 ? "" : "s") that the base lacks"]
    }
  }

  /// Of a comparison of base's stored figures with this build's: what became worse. This change accepts it, unless that
  /// is refused.
  package func inBaseline(isRefused: Bool) -> CheckResult {
    var result = CheckResult(
      findings: findings.filter { $0.verdict == .regressed },
      notChecked: notChecked.filter { $0.hasPrefix("allocations: counted") })
    for place in result.findings.indices {
      (result.findings[place].check, result.findings[place].isCompared) = (.baseline, false)
      if !isRefused { result.findings[place].verdict = .accepted }
    }
    return result
  }

  /// Accepts what the entries cover. Notes entries that are not needed, if all that they cover of `judged` was judged.
  package mutating func accept(_ entries: [Accepted], of judged: [Judged]) {
    for entry in entries {
      let covered = findings.indices.filter { findings[$0].judged.map(entry.covers) ?? false }
      let places = covered.filter {
        [.regressed, .undecided, .accepted].contains(findings[$0].verdict)
      }
      for place in places where findings[place].verdict != .accepted {
        findings[place].accept(entry)
      }
      let seen = Set(covered.compactMap { findings[$0].judged })
      if places.isEmpty, covered.allSatisfy({ !findings[$0].verdict.isOpen }),
        seen.isSuperset(of: judged.filter(entry.covers))
      {
        notChecked.append(
          "'accepted' in the settings has \(entry.name), which is no longer needed: remove it")
      }
    }
  }
}
