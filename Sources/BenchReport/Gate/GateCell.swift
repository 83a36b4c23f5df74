import BenchHarness
import Foundation

/// One strategy on one workload, as one check of the gate saw it.
package struct GateCell: Encodable, Sendable {
  package enum Check: String, Encodable, Sendable, CaseIterable {
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
  package let strategy: String, workload: String
  let figures: Int
  /// What there is to say, the worst first; empty where nothing differs.
  package let findings: [GateFinding]
  package let verdict: Verdict

  private enum CodingKeys: String, CodingKey {
    // Readers know it by that name.
    case check = "half"
    case strategy, workload, figures, findings, verdict
  }

  init(check: Check, _ cell: Cell, figures: Int, findings: [GateFinding]) {
    self.check = check
    (strategy, workload) = (cell.strategy, cell.workload)
    self.figures = figures
    self.findings = Verdict.worstFirst(findings, \.verdict)
    verdict = Verdict.together(findings.map(\.verdict))
  }
}

/// One thing that the gate has to say of a cell, and what it makes of it.
package struct GateFinding: Encodable, Sendable, Hashable {
  /// The metric's name; nil where it is about the whole cell.
  let metric: String?
  let verdict: Verdict
  /// What it was and what it is, in words, with units.
  package let text: String
  /// What it is, divided by what it was; nil where that says nothing.
  var factor: Double?

  static func ofCell(_ verdict: Verdict, _ text: String) -> GateFinding {
    GateFinding(metric: nil, verdict: verdict, text: text)
  }

  /// How far it is from what it was, whether above or below.
  var change: Double { factor.map { abs(log($0)) } ?? .infinity }
}
