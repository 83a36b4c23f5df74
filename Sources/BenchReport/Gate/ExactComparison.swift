import BenchHarness

/// Compares two tables of figures for equality; instruction counts may differ within their tolerance.
struct ExactComparison {
  let check: GateFinding.Check
  let before: ExactTable
  let after: ExactTable

  /// For each row of either table, sorted by name: its fault and, unless that is a failure, its outcome and figures.
  var findings: [GateFinding] {
    let rows = [before, after].flatMap { Array($0.rows.keys) + Array($0.faults.keys) }
    return Set(rows).sorted().chunked { $0.cell == $1.cell }.flatMap { rows in
      rows.flatMap { findings($0, seed: rows.count > 1 ? " (seed \($0.seed))" : "") }
    }
  }

  var newTrials: Int { after.rows.keys.count { before.rows[$0] == nil } }

  private func findings(_ row: ExactTable.Row, seed: String) -> [GateFinding] {
    let fault = after.faults[row] ?? (check == .instructions ? before.faults[row] : nil)
    let faults = [fault].compactMap(\.self).map {
      GateFinding(check, row.cell, Fault(verdict: $0.verdict, text: $0.text + seed))
    }
    guard fault?.verdict != .failed else { return faults }
    let figures = [outcome(row, seed)] + after.metrics.map { finding(row, $0, seed) }
    // Losing updates cuts costs, which is no improvement.
    let isWorse = fault?.verdict == .regressed || figures.contains { $0.verdict == .regressed }
    guard fault != nil, isWorse else { return faults + figures }
    return faults
      + figures.map { $0.verdict == .improved ? GateFinding(check, row.cell, $0.metric) : $0 }
  }

  private func outcome(_ row: ExactTable.Row, _ seed: String) -> GateFinding {
    guard let new = after.rows[row]?.outcome else {
      let base = check == .instructions ? "base" : "the baseline"
      return GateFinding(check, row.cell, .isGone(seed, from: base))
    }
    guard let old = before.rows[row]?.outcome else {
      return GateFinding(check, row.cell, .isNew(seed))
    }
    guard old != new else { return GateFinding(check, row.cell) }
    return GateFinding(
      check, row.cell, nil, new == .ok ? .improved : .regressed,
      text: "outcome\(seed): \(old.rawValue) -> \(new.rawValue)")
  }

  private func finding(_ row: ExactTable.Row, _ metric: String, _ seed: String) -> GateFinding {
    let (old, new) = (before.rows[row], after.rows[row])
    let (base, candidate) = (old?.values[metric], new?.values[metric])
    let allowed = check == .instructions ? base.map { InstructionCheck.allowed(metric, $0) } : nil
    let isCompared = old != nil && new != nil
    guard isCompared, base != candidate,
      let change = Change(exact: base, candidate, allowed: allowed)
    else {
      return GateFinding(
        check, row.cell, metric, base: base, candidate: candidate, isCompared: isCompared)
    }
    let known = [Metric].named(metric)
    // The suite has no metric whose direction is `neither`.
    let isWorse = change.isWorse(known?.direction ?? .lower)
    let unit = known.map { $0.unit.isEmpty ? "" : " \($0.unit)" } ?? ""
    let texts = [base, candidate].map { $0.map(CSVText.number) ?? "none" }
      .joined(separator: " -> ")
    let share = change.ratio.map { " by \(FigureText.percent(abs($0 - 1)))" } ?? ""
    return GateFinding(
      check, row.cell, metric, isWorse ? .regressed : .improved, base: base, candidate: candidate,
      factor: change.ratio,
      text: "\(metric)\(seed): \(texts)\(unit), \(isWorse ? "worse" : "better")\(share)")
  }
}
