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
        findings: rows.flatMap { findings($0, named: rows.count > 1) })
    }
  }

  /// How many cells of `after` there was nothing to compare with.
  var newCells: Int { after.rows.keys.count { before.rows[$0] == nil } }

  private func findings(_ row: ExactTable.Row, named: Bool) -> [GateFinding] {
    let seed = named ? " (seed \(row.seed))" : ""
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
    let allowed =
      check == .instructions ? base.map { InstructionJudgement.allowed(column, $0) } : nil
    guard let change = Change(exact: base, Double(new), allowed: allowed) else { return nil }
    let metric = [Metric].named(column)
    // The gate compares nothing that is neither good nor bad.
    let isWorse = change.effect(metric?.direction == .higher ? .higher : .lower) == .worse
    let unit = metric.map { $0.unit.isEmpty ? "" : " \($0.unit)" } ?? ""
    return GateFinding(
      metric: column, verdict: isWorse ? .regressed : .improved,
      text: "\(column)\(seed): \(old.orNone) -> \(new.orNone)\(unit), "
        + (isWorse ? "worse" : "better")
        + (change.ratio.map { " by \(FigureText.threeDigits(abs($0 - 1) * 100)) %" } ?? ""),
      factor: change.ratio)
  }
}

extension String {
  fileprivate var orNone: String { isEmpty ? "none" : self }
}
