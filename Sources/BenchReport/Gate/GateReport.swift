import BenchHarness
import Foundation

/// What one check of the gate found.
package struct CheckResult: Sendable {
  var cells: [GateCell] = []
  /// What was not looked at, each with the reason.
  var notChecked: [String] = []
  /// The figures of the paired check.
  var paired: [PairedVerdict] = []
  /// The counts of the instruction check.
  var instructions: [InstructionCount] = []

  package static func skipped(_ reason: String) -> CheckResult {
    CheckResult(notChecked: [reason])
  }

  /// The strategies that deliver differently from the baseline; a new one delivered nothing there.
  package var changedStrategies: Set<String> {
    let changed = cells.filter { cell in
      cell.check == .exact && cell.findings.contains { $0.verdict != .pass }
    }
    return Set(changed.map(\.strategy))
  }
}

/// What all checks found, and what it comes to.
package struct GateReport: Encodable, Sendable {
  /// Grows by one with every change that an older reader would misread.
  private let schema = 1
  package let cells: [GateCell]
  /// What was not looked at, each with the reason.
  package let notChecked: [String]
  /// The figures of the paired check; empty without it.
  package let paired: [PairedVerdict]
  /// The counts of the instruction check; empty without it.
  package let instructions: [InstructionCount]
  /// Where the evidence lies; nil where none was kept.
  package let evidence: String?
  /// Unknown where nothing was looked at.
  package let verdict: Verdict

  package init(_ results: [CheckResult], evidence: String?) {
    // The paired check, which takes longest, comes last.
    cells =
      (results.filter(\.paired.isEmpty) + results.filter { !$0.paired.isEmpty }).flatMap(\.cells)
    notChecked = results.flatMap(\.notChecked)
    paired = results.flatMap(\.paired)
    instructions = results.flatMap(\.instructions)
    self.evidence = evidence
    verdict = cells.isEmpty ? .unknown : Verdict.together(cells.map(\.verdict))
  }

  package var figures: Int { cells.reduce(0) { $0 + $1.figures } }

  /// A row for each finding, and one for each cell without any.
  package var csv: String {
    let none = [GateFinding.ofCell(.pass, "")]
    return Table(
      ["schema", "half", "strategy", "workload", "metric", "verdict", "finding"],
      cells.flatMap { cell in
        (cell.findings.isEmpty ? none : cell.findings).map { finding in
          [
            "\(schema)", cell.check.rawValue, cell.strategy, cell.workload, finding.metric ?? "",
            finding.verdict.rawValue, finding.text,
          ]
        }
      }
    ).csv
  }
}

extension GateReport {
  /// What there is to say of one strategy, and the workloads that it is true of.
  package struct Remark {
    package let check: GateCell.Check
    package let strategy: String
    package fileprivate(set) var workloads: [String]
    package let verdict: Verdict
    package let findings: [GateFinding]
  }

  /// The cells with something to say, the worst first.
  private var remarkable: [GateCell] {
    Verdict.worstFirst(cells.filter { !$0.findings.isEmpty }, \.verdict)
  }

  /// The findings, the worst first; equal ones on one strategy stand together.
  package var remarks: [Remark] {
    remarkable.reduce(into: []) { remarks, cell in
      let same = remarks.firstIndex {
        $0.check == cell.check && $0.strategy == cell.strategy && $0.findings == cell.findings
      }
      if let same {
        remarks[same].workloads.append(cell.workload)
      } else {
        remarks.append(
          Remark(
            check: cell.check, strategy: cell.strategy, workloads: [cell.workload],
            verdict: cell.verdict, findings: cell.findings))
      }
    }
  }

  /// The figure that decides most: strategy, workload, figure and factor, of those that changed by the
  /// largest factor; what has none, such as a cell that is gone, comes before all of them. Nil where
  /// nothing decides.
  package var headline: String? {
    let deciding = remarkable.flatMap { cell in
      cell.findings.filter { $0.verdict == verdict }.map {
        (place: Cell(cell.strategy, cell.workload).text, finding: $0)
      }
    }
    let gravest = deciding.enumerated().max {
      ($0.element.finding.change, $1.offset) < ($1.element.finding.change, $0.offset)
    }
    guard let (place, finding) = gravest?.element, verdict != .pass else { return nil }
    let what =
      if let metric = finding.metric, let factor = finding.factor {
        "\(metric) of \(place) is \(FigureText.threeDigits(factor)) times what it was"
      } else { "\(place) \(finding.text)" }
    let more = deciding.count - 1
    return "\(verdict.rawValue): \(what)" + (more > 0 ? ", and \(more) more like it." : ".")
  }
}
