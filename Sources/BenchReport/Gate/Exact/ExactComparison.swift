import BenchHarness
import Foundation

/// Compares two tables of figures for equality; counts of instructions with their tolerances.
struct ExactComparison {
  let check: GateCell.Check
  let before: ExactTable
  let after: ExactTable

  /// A cell for each strategy and workload that is in either table, seeds together, sorted by name.
  var cells: [GateCell] {
    let all = Set(before.rows.keys).union(after.rows.keys).sorted()
    return all.chunked { $0.cell == $1.cell }.map { rows in
      GateCell(
        check: check, rows[rows.startIndex].cell,
        figures: rows.count { before.rows[$0] != nil && after.rows[$0] != nil }
          * after.columns.count,
        findings: rows.flatMap { row in
          findings(row, seed: rows.count > 1 ? " (seed \(row.seed))" : "")
        })
    }
  }

  /// How many cells of `after` there was nothing to compare with.
  var newCells: Int { after.rows.keys.count { before.rows[$0] == nil } }

  private func findings(_ row: ExactTable.Row, seed: String) -> [GateFinding] {
    guard let old = before.rows[row] else {
      return [.ofCell(.pass, "is new\(seed): there is nothing to compare it with")]
    }
    guard let new = after.rows[row] else {
      let base = check == .instructions ? "base" : "the baseline"
      return [.ofCell(.regressed, "is gone\(seed): it is in \(base), but is no longer run")]
    }
    return zip(after.columns, zip(old, new)).compactMap { finding($0, $1.0, $1.1, seed) }
  }

  /// Nil where nothing changed.
  private func finding(
    _ column: String, _ old: String, _ new: String, _ seed: String
  ) -> GateFinding? {
    guard old != new else { return nil }
    guard column != ExactTable.outcome else {
      return .ofCell(
        new == Outcome.ok.rawValue ? .improved : .regressed, "outcome\(seed): \(old) -> \(new)")
    }
    let base = Double(old)
    let allowed = check == .instructions ? base.map { InstructionCheck.allowed(column, $0) } : nil
    guard let change = Change(exact: base, Double(new), allowed: allowed) else { return nil }
    let metric = [Metric].named(column)
    // The gate compares nothing that is neither good nor bad.
    let isWorse = change.effect(metric?.direction == .higher ? .higher : .lower) == .worse
    let unit = metric.map { $0.unit.isEmpty ? "" : " \($0.unit)" } ?? ""
    let (before, now) = (old.isEmpty ? "none" : old, new.isEmpty ? "none" : new)
    return GateFinding(
      metric: column, verdict: isWorse ? .regressed : .improved,
      text: "\(column)\(seed): \(before) -> \(now)\(unit), \(isWorse ? "worse" : "better")"
        + (change.ratio.map { " by \(FigureText.threeDigits(abs($0 - 1) * 100)) %" } ?? ""),
      factor: change.ratio)
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
    } else if let old = before.allocations, let new = after.allocations {
      comparisons.append(ExactComparison(check: .allocations, before: old, after: new))
    }
    cells = comparisons.flatMap(\.cells)
    let new = comparisons.reduce(0) { $0 + $1.newCells }
    guard new > 0 else { return }
    notChecked.append(
      "\(new) trials that the baseline does not have; '\(ProgramName.text) gate accept' adds them")
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
}
