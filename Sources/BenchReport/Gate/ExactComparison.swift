import BenchHarness
import Foundation

/// Compares two tables of figures for equality; counts of instructions with their tolerances.
struct ExactComparison {
  let check: GateFinding.Check
  let before: ExactTable
  let after: ExactTable

  /// A finding for each figure that is in either table, and one for each fault and for each combination that is in
  /// one only; sorted by name.
  var findings: [GateFinding] {
    let all = Set(before.rows.keys).union(after.rows.keys).union(after.faults.keys)
      .union(before.faults.keys).sorted()
    return all.chunked { $0.cell == $1.cell }.flatMap { rows in
      rows.flatMap { findings($0, seed: rows.count > 1 ? " (seed \($0.seed))" : "") }
    }
  }

  var newTrials: Int { after.rows.keys.count { before.rows[$0] == nil } }

  private func findings(_ row: ExactTable.Row, seed: String) -> [GateFinding] {
    let fault = after.faults[row] ?? (check == .instructions ? before.faults[row] : nil)
    let found = fault.map {
      [GateFinding(check, row.cell, nil, $0.verdict, isCompared: false, text: $0.text + seed)]
    }
    let faults = found ?? []
    guard fault?.verdict != .failed else { return faults }
    guard let old = before.rows[row], let new = after.rows[row] else {
      let base = check == .instructions ? "base" : "the baseline"
      let isNew = before.rows[row] == nil
      return faults + [
        GateFinding(
          check, row.cell, nil, isNew ? .pass : .regressed, isCompared: false,
          text: isNew ? GateSentences.isNew(seed) : GateSentences.isGone(seed, from: base))
      ] + lone(row)
    }
    let figures = zip(after.columns, zip(old, new)).map { finding(row.cell, $0, $1.0, $1.1, seed) }
    // Fewer deliveries of fewer updates are no gain, and more of more no loss.
    let isWell = [old, new].map { $0.first == Outcome.ok.rawValue }
    let isWorse = figures.contains { $0.verdict == .regressed }
    let noChange: Verdict? =
      isWell == [false, true]
      ? .regressed : fault?.verdict == .regressed || fault != nil && isWorse ? .improved : nil
    return faults
      + figures.map { $0.verdict == noChange ? GateFinding(check, row.cell, $0.metric) : $0 }
  }

  private func lone(_ row: ExactTable.Row) -> [GateFinding] {
    let (old, new) = (before.rows[row], after.rows[row])
    return after.columns.indices.dropFirst().map { column in
      GateFinding(
        check, row.cell, after.columns[column], base: old.flatMap { Double($0[column]) },
        candidate: new.flatMap { Double($0[column]) }, isCompared: false)
    }
  }

  private func finding(
    _ cell: Cell, _ column: String, _ old: String, _ new: String, _ seed: String
  ) -> GateFinding {
    guard column != ExactTable.outcome else {
      guard old != new else { return GateFinding(check, cell) }
      return GateFinding(
        check, cell, nil, new == Outcome.ok.rawValue ? .improved : .regressed,
        text: GateSentences.outcome(seed, old, new))
    }
    let (base, candidate) = (Double(old), Double(new))
    let allowed = check == .instructions ? base.map { InstructionCheck.allowed(column, $0) } : nil
    guard old != new, let change = Change(exact: base, candidate, allowed: allowed) else {
      return GateFinding(check, cell, column, base: base, candidate: candidate)
    }
    // The gate compares nothing that is neither good nor bad.
    let isHigherBetter = [Metric].named(column)?.direction == .higher
    let isWorse = change.effect(isHigherBetter ? .higher : .lower) == .worse
    return GateFinding(
      check, cell, column, isWorse ? .regressed : .improved, base: base, candidate: candidate,
      factor: change.ratio,
      text: GateSentences.exact(column, seed, old, new, change, isWorse: isWorse))
  }
}

extension CheckResult {
  /// The exact check: a program's figures against the stored ones.
  /// - Throws: ``BenchError/badBaseline(folder:cause:)`` if another suite made the baseline, or a figure
  ///   of it is gone.
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
    if new > 0 { notChecked.append(GateSentences.newTrials(new)) }
  }

  private static func whyNoAllocations(_ before: GateBaseline, _ after: GateBaseline) -> String? {
    guard after.suite.allocations != nil else { return "the suite counts none" }
    guard after.allocations != nil else {
      return Jemalloc.path == nil ? Jemalloc.advice : "left out by --no-allocations"
    }
    guard before.allocations != nil else { return "the baseline has none" }
    guard before.toolchain == after.toolchain else {
      return "the baseline's were counted with \(before.toolchain), and this is \(after.toolchain)"
    }
    return nil
  }

  init(paired findings: [GateFinding]) {
    self.findings = findings
    let new = findings.chunked { $0.cell == $1.cell }
      .count { group in group.allSatisfy { !$0.isCompared && $0.verdict == .pass } }
    if new > 0 { notChecked = [GateSentences.newCombinations(new)] }
  }

  /// What the trials of `figures` found wrong by themselves.
  package init(faultsOf figures: GateBaseline) {
    findings =
      figures.exact.faultFindings(.exact)
      + (figures.allocations?.faultFindings(.allocations) ?? [])
  }
}
