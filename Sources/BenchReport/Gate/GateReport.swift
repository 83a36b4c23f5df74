import BenchHarness
import Foundation

/// What the gate found, and what it comes to.
package struct GateReport: Codable, Sendable, Equatable {
  /// Grows by one with every change that an older reader would misread.
  package var schema = 1
  /// What was looked at.
  package let cells: [GateCell]
  /// What was not looked at, each with the reason.
  package let notChecked: [String]
  /// The figures of the paired check; empty without it.
  package let paired: [PairedVerdict]
  /// The counts of the instruction check; empty without it.
  package let instructions: [InstructionCount]
  /// Where the evidence lies; nil where none was kept.
  package let evidence: String?
  /// What the cells come to together; where none was looked at, nothing is known.
  package let verdict: Verdict

  package init(
    cells: [GateCell], notChecked: [String], evidence: String?, paired: [PairedVerdict] = [],
    instructions: [InstructionCount] = []
  ) {
    let all = cells + GateCell.cells(paired)
    let new = all.count { $0.check == .paired && $0.figures == 0 && $0.verdict == .pass }
    self.cells = all
    self.paired = paired
    self.instructions = instructions
    self.notChecked =
      notChecked
      + (new > 0 ? ["\(new) cell\(new == 1 ? "" : "s") that the base does not have"] : [])
    self.evidence = evidence
    verdict = all.isEmpty ? .unknown : Verdict.together(all.map(\.verdict))
  }

  /// The cells with something to say, the worst first.
  package var remarkable: [GateCell] {
    cells.filter { !$0.findings.isEmpty }
      .enumerated()
      .sorted { ($0.element.verdict.gravity, $1.offset) > ($1.element.verdict.gravity, $0.offset) }
      .map(\.element)
  }

  /// Of the findings that decide, the figure that changed by the largest factor; what has none, such as a
  /// cell that is gone, comes before all of them. Nil where nothing differs.
  package var gravest: (cell: GateCell, finding: GateFinding)? {
    let deciding = remarkable.flatMap { cell in
      cell.findings.filter { $0.verdict == verdict }.map { (cell: cell, finding: $0) }
    }
    return deciding.enumerated().max {
      ($0.element.finding.change, $1.offset) < ($1.element.finding.change, $0.offset)
    }?.element
  }

  package var deciding: Int {
    cells.reduce(0) { $0 + $1.findings.count { $0.verdict == verdict } }
  }

  package var figures: Int { cells.reduce(0) { $0 + $1.figures } }
}

/// One thing that the gate has to say: what differs in which cell, and what it makes of it.
package struct GateFinding: Codable, Sendable, Equatable {
  /// The metric's name; nil where it is about the whole cell.
  package let metric: String?
  package let verdict: Verdict
  /// What it was and what it is, in words, with units.
  package let text: String
  /// What it is, divided by what it was; nil where that says nothing.
  package var factor: Double?

  /// How far it is from what it was, whether above or below.
  fileprivate var change: Double { factor.map { abs(log($0)) } ?? .infinity }
}

/// One strategy on one workload, as one check of the gate saw it.
package struct GateCell: Codable, Sendable, Equatable {
  /// The checks of the gate, and the pass of the first that runs in real time.
  package enum Check: String, Codable, Sendable {
    /// Figures in virtual time, for equality.
    case exact
    /// Allocations, for equality.
    case allocations
    /// Two builds in real time, by statistics.
    case paired
    /// Two builds under valgrind, by the instructions that they take.
    case instructions
  }

  package let check: Check
  package let strategy: String
  package let workload: String
  package let figures: Int
  /// What there is to say, the worst first; empty where nothing differs.
  package let findings: [GateFinding]
  /// What its findings come to.
  package let verdict: Verdict

  private enum CodingKeys: String, CodingKey {
    case check = "half"
    case strategy, workload, figures, findings, verdict
  }

  package init(
    check: Check, strategy: String, workload: String, figures: Int, findings: [GateFinding]
  ) {
    self.check = check
    self.strategy = strategy
    self.workload = workload
    self.figures = figures
    self.findings = findings.enumerated().sorted {
      ($0.element.verdict.gravity, $1.offset) > ($1.element.verdict.gravity, $0.offset)
    }.map(\.element)
    verdict = Verdict.together(findings.map(\.verdict))
  }
}

extension GateReport {
  /// A row for each finding, and one for each cell without any.
  package var csv: String {
    let none = [GateFinding(metric: nil, verdict: .pass, text: "")]
    return CSVText.table(
      ["schema", "half", "strategy", "workload", "metric", "verdict", "finding"],
      cells.flatMap { cell in
        (cell.findings.isEmpty ? none : cell.findings).map { finding in
          [
            "\(schema)", cell.check.rawValue, cell.strategy, cell.workload, finding.metric ?? "",
            finding.verdict.rawValue, finding.text,
          ]
        }
      })
  }
}

/// What the gate says of a figure, a cell, or a build.
package enum Verdict: String, Codable, Sendable, CaseIterable {
  case pass = "PASS"
  /// Something got better, and nothing worse.
  case improved = "IMPROVED"
  /// Deliveries got dearer, but the strategy now makes others; only in real time.
  case trade = "TRADE"
  case regressed = "REGRESSED"
  /// The machine was too noisy to tell.
  case inconclusive = "INCONCLUSIVE"
  /// There is no noise floor to tell a difference from.
  case unknown = "UNKNOWN"

  /// The exit code of a command whose answer this is.
  package var exitCode: Int32 {
    switch self {
    case .pass, .improved, .trade: 0
    case .regressed: 1
    case .inconclusive, .unknown: 3
    }
  }

  /// From the one that hides least to the one that decides.
  private static let order: [Verdict] = [
    .pass, .improved, .trade, .unknown, .inconclusive, .regressed,
  ]

  /// How much it weighs against others; the heaviest decides.
  var gravity: Int { Self.order.firstIndex(of: self) ?? 0 }

  /// What several verdicts come to together; a pass where there are none.
  package static func together(_ verdicts: some Sequence<Verdict>) -> Verdict {
    verdicts.max { $0.gravity < $1.gravity } ?? .pass
  }
}
