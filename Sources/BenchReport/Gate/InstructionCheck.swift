import BenchHarness

/// The instructions that two builds of `bench` execute for each strategy.
enum InstructionCheck {
  static let submission = "instructions_per_submission"
  static let cycle = "instructions_per_cycle"

  static func judged(_ strategy: String) -> [Judged] {
    [submission, cycle].map { Judged(cell: cell(strategy), metric: $0) }
  }

  static func cell(_ strategy: String) -> Cell {
    Cell(strategy, "\(InstructionJob.updates) updates")
  }

  /// The difference to ignore: 3 % for a cycle; for a submission, 1 instruction, or 0.5 % if it takes over 1,000.
  /// Such long submissions allocate and call generic code of other modules. Renaming all modules of the bench changed
  /// four of their counts, by at most 0.11 %, and cycles by 0.4 %.
  static func allowed(_ metric: String, _ old: Double) -> Double {
    metric == cycle ? 0.03 * old : old > 1_000 ? 0.005 * old : 1
  }
}

extension ExactTable {
  /// `totals` are the instruction counts of all submissions and of one cycle. A strategy that lacks either has failed.
  package init(instructions counts: [(key: String, totals: [Int])]) {
    self.init(metrics: [InstructionCheck.submission, InstructionCheck.cycle])
    for (key, totals) in counts {
      let row = Row(cell: InstructionCheck.cell(key), seed: 1)
      guard totals.count == 2 else {
        faults[row] = Fault(
          verdict: .failed, text: "crashed while its instructions were counted")
        continue
      }
      let values = [Double(totals[0]) / Double(InstructionJob.updates), Double(totals[1])]
      add(Dictionary(uniqueKeysWithValues: zip(metrics, values)), .ok, to: row, places: 3)
    }
  }
}

extension CheckResult {
  /// `noBase` says why the base has no counts.
  package init(instructions before: ExactTable?, _ after: ExactTable, noBase: String) {
    let comparison = ExactComparison(
      check: .instructions, before: before ?? ExactTable(metrics: after.metrics), after: after)
    findings = comparison.findings
    if before == nil {
      findings.removeAll { $0.metric == nil && $0.verdict != .failed }
      notChecked = ["instructions: counted, but not compared: \(noBase)"]
    } else if comparison.newTrials > 0 {
      notChecked = ["instructions: strategies that the base lacks: \(comparison.newTrials)"]
    }
  }
}
