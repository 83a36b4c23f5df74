import BenchHarness

/// What the exact check comes to: a program's figures against the stored ones.
package struct ExactJudgement {
  /// A cell for each strategy and workload in either.
  package private(set) var cells: [GateCell]
  /// What was not looked at, each with the reason.
  package private(set) var notChecked: [String] = []

  /// - Throws: ``BenchError/badBaseline(folder:cause:)`` if another suite made the baseline, or a figure
  ///   of it is gone.
  package init(_ before: GateBaseline, _ after: GateBaseline, folder: String) throws {
    try before.check(against: after, folder: folder)
    let exact = ExactComparison(check: .exact, before: before.exact, after: after.exact)
    cells = exact.cells
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
