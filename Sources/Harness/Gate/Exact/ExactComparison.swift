import Foundation

/// Compares two tables of figures for equality.
struct ExactComparison {
  let half: GateCell.Half
  let before: ExactTable
  let after: ExactTable

  /// A cell for each strategy and workload that is in either table, seeds together, sorted by name.
  var cells: [GateCell] {
    let all = Set(before.rows.keys).union(after.rows.keys).sorted()
    return all.chunked { $0.workload == $1.workload && $0.strategy == $1.strategy }.map { rows in
      let first = rows[rows.startIndex]
      return GateCell(
        half: half, strategy: first.strategy, workload: first.workload,
        figures: rows.count { before.rows[$0] != nil && after.rows[$0] != nil }
          * after.columns.count,
        findings: rows.flatMap { findings($0, named: rows.count > 1) })
    }
  }

  /// How many cells of `after` there was nothing to compare with.
  var newCells: Int { after.rows.keys.count { before.rows[$0] == nil } }

  private func findings(_ cell: ExactTable.Cell, named: Bool) -> [GateFinding] {
    let seed = named ? " (seed \(cell.seed))" : ""
    switch (before.rows[cell], after.rows[cell]) {
    case (nil, _):
      return [
        GateFinding(
          metric: nil, verdict: .pass, text: "is new\(seed): there is nothing to compare it with")
      ]
    case (_, nil):
      return [
        GateFinding(
          metric: nil, verdict: .regressed,
          text: "is gone\(seed): it is in the baseline and is not run any more")
      ]
    case (let old?, let new?):
      return zip(after.columns, zip(old, new)).compactMap { column, values in
        values.0 == values.1 ? nil : difference(column, values.0, values.1, seed)
      }
    }
  }

  private func difference(
    _ column: String, _ old: String, _ new: String, _ seed: String
  ) -> GateFinding {
    guard column != ExactTable.outcome else {
      return GateFinding(
        metric: nil, verdict: new == Outcome.ok.rawValue ? .improved : .regressed,
        text: "outcome\(seed): \(old) -> \(new)")
    }
    let metric = [Metric].standard.first { $0.name == column }
    let isWorse = isWorse(metric?.direction ?? .lower, Double(old), Double(new))
    let unit = metric.map { $0.unit.isEmpty ? "" : " \($0.unit)" } ?? ""
    return GateFinding(
      metric: column, verdict: isWorse ? .regressed : .improved,
      text: "\(column)\(seed): \(old.orNone) -> \(new.orNone)\(unit), "
        + (isWorse ? "worse" : "better") + change(Double(old), Double(new)))
  }

  /// A figure that is gone is worse: whatever it would have shown is not seen any more.
  private func isWorse(_ direction: Metric.Direction, _ old: Double?, _ new: Double?) -> Bool {
    guard let new else { return true }
    guard let old else { return false }
    return direction == .higher ? new < old : new > old
  }

  private func change(_ old: Double?, _ new: Double?) -> String {
    guard let old, let new, old != 0 else { return "" }
    return " by \(FigureText.threeDigits(abs(new / old - 1) * 100)) %"
  }
}

extension String {
  fileprivate var orNone: String { isEmpty ? "none" : self }
}
