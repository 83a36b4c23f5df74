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
      let cell = rows[rows.startIndex].cell
      return GateCell(
        check: check, strategy: cell.strategy, workload: cell.workload,
        figures: rows.count { before.rows[$0] != nil && after.rows[$0] != nil }
          * after.columns.count,
        findings: rows.flatMap { findings($0, named: rows.count > 1) })
    }
  }

  /// How many cells of `after` there was nothing to compare with.
  var newCells: Int { after.rows.keys.count { before.rows[$0] == nil } }

  private func findings(_ row: ExactTable.Row, named: Bool) -> [GateFinding] {
    let seed = named ? " (seed \(row.seed))" : ""
    switch (before.rows[row], after.rows[row]) {
    case (nil, _):
      return [
        GateFinding(
          metric: nil, verdict: .pass, text: "is new\(seed): there is nothing to compare it with")
      ]
    case (_, nil):
      return [
        GateFinding(
          metric: nil, verdict: .regressed,
          text:
            "is gone\(seed): it is in \(check == .instructions ? "base" : "the baseline"), but is "
            + "no longer run")
      ]
    case (let old?, let new?):
      return zip(after.columns, zip(old, new)).compactMap { finding($0, $1.0, $1.1, seed) }
    }
  }

  /// Nil where nothing changed.
  private func finding(
    _ column: String, _ old: String, _ new: String, _ seed: String
  ) -> GateFinding? {
    guard old != new else { return nil }
    guard column != ExactTable.outcome else {
      return GateFinding(
        metric: nil, verdict: new == Outcome.ok.rawValue ? .improved : .regressed,
        text: "outcome\(seed): \(old) -> \(new)")
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

/// What the exact check comes to: a program's figures against the stored ones.
package struct ExactJudgement {
  /// A cell for each strategy and workload in either.
  package let cells: [GateCell]
  /// What was not looked at, each with the reason.
  package let notChecked: [String]

  /// - Throws: ``BenchError/badBaseline(folder:cause:)`` if another suite made the baseline, or a figure
  ///   of it is gone.
  package init(_ before: GateBaseline, _ after: GateBaseline, folder: String) throws {
    let differences = before.differences(from: after.suite)
    guard differences.isEmpty else {
      throw BenchError.badBaseline(
        folder: folder,
        cause: "was made by another suite, which differs in \(differences.joined(separator: ", "))."
          + " Make it again with '\(ProgramName.text) gate accept'.")
    }
    try before.checkFigures(against: after, folder: folder)
    let exact = ExactComparison(check: .exact, before: before.exact, after: after.exact)
    var cells = exact.cells
    var notChecked: [String] = []
    var newCells = exact.newCells
    if let reason = Self.whyNoAllocations(before, after) {
      notChecked.append("allocations: \(reason)")
    } else if let old = before.allocations, let new = after.allocations {
      let allocations = ExactComparison(check: .allocations, before: old, after: new)
      cells += allocations.cells
      newCells += allocations.newCells
    }
    if newCells > 0 {
      notChecked.append(
        "\(newCells) trials that the baseline does not have; '\(ProgramName.text) gate accept' takes them in"
      )
    }
    self.cells = cells
    self.notChecked = notChecked
  }

  /// The strategies that deliver otherwise than in the baseline; what is new delivered nothing there.
  package var changedStrategies: Set<String> {
    let changed = cells.filter { cell in
      cell.check == .exact && cell.findings.contains { $0.verdict != .pass }
    }
    return Set(changed.map(\.strategy))
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
