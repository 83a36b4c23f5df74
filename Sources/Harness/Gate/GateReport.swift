/// What the gate found, and what it comes to.
public struct GateReport: Codable, Sendable, Equatable {
  /// Grows by one with every change that an older reader would misread.
  public var schema = 1
  /// What was looked at.
  public let cells: [GateCell]
  /// What was not looked at, each with the reason.
  public let notChecked: [String]
  /// The figures of the paired half; empty without it.
  public let paired: [PairedVerdict]
  /// Where the evidence lies; nil where none was kept.
  public let evidence: String?
  /// What the cells come to together; where none was looked at, nothing is known.
  public let verdict: Verdict

  /// Makes a report.
  public init(
    cells: [GateCell], notChecked: [String], evidence: String?, paired: [PairedVerdict] = []
  ) {
    let all = cells + GateCell.cells(paired)
    let new = all.count { $0.half == .paired && $0.figures == 0 && $0.verdict == .pass }
    self.cells = all
    self.paired = paired
    self.notChecked =
      notChecked
      + (new > 0 ? ["\(new) cell\(new == 1 ? "" : "s") that the base does not have"] : [])
    self.evidence = evidence
    verdict = all.isEmpty ? .unknown : Verdict.together(all.map(\.verdict))
  }

  /// The cells with something to say, the worst first.
  public var remarkable: [GateCell] {
    cells.filter { !$0.findings.isEmpty }
      .enumerated()
      .sorted { ($0.element.verdict.gravity, $1.offset) > ($1.element.verdict.gravity, $0.offset) }
      .map(\.element)
  }

  /// How many figures were compared.
  public var figures: Int { cells.reduce(0) { $0 + $1.figures } }
}
