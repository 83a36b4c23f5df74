import BenchReport
import BenchHarness

/// The gate's verdict for a terminal.
enum GateText {
  /// What there is to say of cells, the worst first; equal remarks on one strategy stand together, and
  /// what could not be told behind what is certain.
  static func findings(_ report: GateReport) -> String {
    let groups = groups(report)
    let open = groups.filter { $0.verdict.exitCode == 3 }
    return headline(report) + GateTables.text(report.instructions, .terminal)
      + GateTables.text(report.paired, .terminal)
      + groups.filter { $0.verdict.exitCode != 3 }.map(text).joined()
      + (open.isEmpty ? "" : "Undecided:\n" + open.map(text).joined())
  }

  /// The figure that decides most: strategy, workload, figure and factor. Nothing where nothing does.
  static func headline(_ report: GateReport) -> String {
    guard let (cell, finding) = report.gravest, report.verdict != .pass else { return "" }
    let place = "\(cell.strategy) on \(cell.workload)"
    var text = "\(report.verdict.rawValue): "
    if let metric = finding.metric, let factor = finding.factor {
      let times = FigureText.threeDigits(factor)
      text += "\(metric) of \(place) is \(times) times what it was"
    } else {
      text += "\(place) \(finding.text)"
    }
    let more = report.deciding - 1
    return text + (more > 0 ? ", and \(more) more like it.\n" : ".\n")
  }

  private static func text(_ group: Group) -> String {
    let workloads = group.workloads.joined(separator: ", ")
    return "\(group.verdict.rawValue)  \(group.strategy) on \(workloads)"
      + (group.check == .exact ? "" : " (\(group.check.rawValue))") + "\n"
      + group.findings.map { "    \($0.text)\n" }.joined()
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
    case .improved:
      "something got better. '\(ProgramName.text) gate accept' takes in what is exact of it."
    case .trade: "deliveries are dearer, and the strategy makes others."
    case .regressed:
      "something got worse. Fix it, or accept it and say why: exact figures with '\(ProgramName.text) gate "
        + "accept', figures of two builds by merging in spite of it."
    case .inconclusive: "it cannot be told, for the reasons above. Run it on a quieter machine."
    case .unknown: "too little is known to tell, for the reasons above."
    }
  }

  /// Cells of one strategy with the same findings.
  struct Group {
    let check: GateCell.Check
    let strategy: String
    var workloads: [String]
    let verdict: Verdict
    let findings: [GateFinding]
  }

  static func groups(_ report: GateReport) -> [Group] {
    report.remarkable.reduce(into: []) { groups, cell in
      let same = groups.firstIndex {
        $0.check == cell.check && $0.strategy == cell.strategy && $0.findings == cell.findings
      }
      if let same {
        groups[same].workloads.append(cell.workload)
      } else {
        groups.append(
          Group(
            check: cell.check, strategy: cell.strategy, workloads: [cell.workload],
            verdict: cell.verdict, findings: cell.findings))
      }
    }
  }
}

/// The gate's verdict as Markdown: for the summary of a CI job, and for comments.
enum GateMarkdown {
  /// At most so many rows: a summary of GitHub holds 1 MiB, and nobody reads more.
  private static let maximumRows = 200

  static func text(_ report: GateReport) -> String {
    var text = "### \(ProgramName.text) gate: \(report.verdict.rawValue)\n\n"
    text += GateText.headline(report)
    text += "\(GateText.meaning(report.verdict).capitalizedFirst)\n"
    let groups = GateText.groups(report)
    if !groups.isEmpty {
      text += "\n| verdict | strategy | workloads | what |\n|---|---|---|---|\n"
      text += groups.prefix(maximumRows).map(row).joined()
      if groups.count > maximumRows { text += "\nand \(groups.count - maximumRows) more.\n" }
    }
    let tables = [
      GateTables.text(report.instructions, .markdown),
      GateTables.text(report.paired, .markdown),
    ]
    text += tables.filter { !$0.isEmpty }.map { "\n" + $0 }.joined()
    text += "\nCompared \(report.figures) figures of \(report.cells.count) cells.\n"
    if !report.notChecked.isEmpty {
      text += "\nNot checked:\n\n" + report.notChecked.map { "- \($0)\n" }.joined()
    }
    return text + "\n"
  }

  private static func row(_ group: GateText.Group) -> String {
    let what = group.findings.map { $0.text.replacing("|", with: "\\|") }.joined(separator: "<br>")
    let check = group.check == .exact ? "" : " (\(group.check.rawValue))"
    return "| \(group.verdict.rawValue) | `\(group.strategy)`\(check) "
      + "| \(group.workloads.map { "`\($0)`" }.joined(separator: ", ")) | \(what) |\n"
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
