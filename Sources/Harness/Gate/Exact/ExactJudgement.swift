/// What the exact half comes to: a program's figures against the stored ones.
public struct ExactJudgement {
  /// A cell for each strategy and workload in either.
  public let cells: [GateCell]
  /// What was not looked at, each with the reason.
  public let notChecked: [String]

  /// - Throws: ``HarnessError/badBaseline(folder:cause:)`` if another suite made the baseline.
  public init(_ before: GateBaseline, _ after: GateBaseline, folder: String) throws {
    let differences = before.differences(from: after.suite)
    guard differences.isEmpty else {
      throw HarnessError.badBaseline(
        folder: folder,
        cause: "was made by another suite: another \(differences.joined(separator: ", another "))."
          + " Make it anew with 'bench baseline accept'.")
    }
    let exact = ExactComparison(half: .exact, before: before.exact, after: after.exact)
    var cells = exact.cells
    var notChecked: [String] = []
    var newCells = exact.newCells
    if let reason = Self.whyNoAllocations(before, after) {
      notChecked.append("allocations: \(reason)")
    } else if let old = before.allocations, let new = after.allocations {
      let allocations = ExactComparison(half: .allocations, before: old, after: new)
      cells += allocations.cells
      newCells += allocations.newCells
    }
    if newCells > 0 {
      notChecked.append(
        "\(newCells) trials that the baseline does not have; 'bench baseline accept' takes them in")
    }
    self.cells = cells
    self.notChecked = notChecked
  }

  /// The strategies that deliver otherwise than in the baseline; what is new delivered nothing there.
  public var changedStrategies: Set<String> {
    let changed = cells.filter { cell in
      cell.half == .exact && cell.findings.contains { $0.verdict != .pass }
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
