import Harness
import TextTable

/// The gate's verdict for a terminal.
enum GateText {
  /// What there is to say of cells, the worst first; equal remarks on one strategy stand together.
  static func findings(_ report: GateReport) -> String {
    var text = PairedText.table(report.paired, style: Style.simple)
    for group in groups(report) {
      text +=
        "\(group.verdict.rawValue)  \(group.strategy) on \(group.workloads.joined(separator: ", "))"
        + (group.half == .exact ? "" : " (\(group.half.rawValue))") + "\n"
      text += group.findings.map { "    \($0.text)\n" }.joined()
    }
    return text
  }

  /// How much was compared, what was not, and what it comes to.
  static func verdict(_ report: GateReport) -> String {
    var text = "Compared \(report.figures) figures of \(report.cells.count) cells.\n"
    text += report.notChecked.map { "Not checked: \($0)\n" }.joined()
    if let evidence = report.evidence { text += "Evidence: \(evidence)\n" }
    return text + "\(report.verdict.rawValue): \(meaning(report.verdict))\n"
  }

  /// What a verdict means, and what to do.
  static func meaning(_ verdict: Verdict) -> String {
    switch verdict {
    case .pass: "nothing got worse."
    case .improved: "something got better. Accept it with 'bench baseline accept'."
    case .trade: "deliveries are dearer, and the strategy makes others."
    case .regressed:
      "something got worse. Mend it, or accept it with 'bench baseline accept' and say why."
    case .inconclusive: "the machine was too noisy to tell. Run it again when it is quieter."
    case .unknown: "there is no noise floor to tell a difference from."
    }
  }

  /// Cells of one strategy with the same findings.
  struct Group {
    let half: GateCell.Half
    let strategy: String
    var workloads: [String]
    let verdict: Verdict
    let findings: [GateFinding]
  }

  static func groups(_ report: GateReport) -> [Group] {
    report.remarkable.reduce(into: []) { groups, cell in
      let same = groups.firstIndex {
        $0.half == cell.half && $0.strategy == cell.strategy && $0.findings == cell.findings
      }
      if let same {
        groups[same].workloads.append(cell.workload)
      } else {
        groups.append(
          Group(
            half: cell.half, strategy: cell.strategy, workloads: [cell.workload],
            verdict: cell.verdict, findings: cell.findings))
      }
    }
  }
}
