import BenchHarness
import BenchReport
import Foundation

enum GateText {
  /// A sentence for each kind of finding, the tables, then the entries: the worst first, undecided ones at the end.
  static func findings(_ report: GateReport) -> String {
    func texts(isOpen: Bool) -> String {
      report.entries.filter { $0.verdict.isOpen == isOpen }
        .map { text($0, after: "\($0.verdict.rawValue)  ") }.joined()
    }
    let open = texts(isOpen: true)
    return report.lead.map { Prose.line($0) }.joined()
      + tables(report, .terminal).map { $0 + "\n" }.joined() + texts(isOpen: false)
      + (open.isEmpty ? "" : "Undecided:\n\(open)")
  }

  static func changes(_ report: GateReport) -> String {
    report.entries.map { entry in
      let word =
        switch entry.verdict {
        case .regressed: "worse"
        case .improved: "better"
        default: entry.texts.contains { $0.contains("is new") } ? "new" : "known"
        }
      return text(entry, after: "Accepted, \(word): ")
    }.joined()
  }

  private static func text(_ entry: GateReport.Remark, after head: String) -> String {
    Prose.line(entry.title, after: head)
      + entry.texts.flatMap { $0.split(separator: "\n") }
      .map { Prose.line(String($0), after: "    ") }.joined()
  }

  static func verdict(_ report: GateReport) -> String {
    report.compared + "\n" + (report.power.map { Prose.line($0) } ?? "")
      + report.notChecked.map {
        Prose.line($0, after: $0.hasPrefix("not gated") ? "" : "Not checked: ")
      }.joined()
      + (report.evidence.map { "Evidence: \($0)\n" } ?? "")
      + Prose.line("\(report.verdict.rawValue): \(report.verdict.meaning)")
  }

  /// The report in Markdown, the worst findings first. If rows do not fit, it says how many were left out.
  static func markdown(_ report: GateReport) -> String {
    func points(_ texts: [String]) -> String { texts.map { "- \(clipped($0))\n" }.joined() }
    let meaning = report.verdict.meaning
    let head =
      "### \(ProgramName.text) gate: \(report.verdict.rawValue)\n\n\(points(report.lead))\n"
      + meaning.prefix(1).uppercased() + meaning.dropFirst() + "\n"
    let tail =
      "\n" + report.compared + (report.power.map { " " + $0 } ?? "") + "\n"
      + (report.notChecked.isEmpty ? "" : "\nNot checked:\n\n" + points(report.notChecked))
    let rows = report.entries.map(row).joined()
    let columns = "| verdict | what | details |\n|---|---|---|\n"
    let body = ((rows.isEmpty ? [] : [columns + rows]) + tables(report, .markdown))
      .map { "\n" + $0 }.joined()
    // GitHub's limit for a comment is 65,536 characters.
    let kept = Prose.cut(body, to: max(0, 59_900 - (head + tail).count)) {
      "Rows left out for lack of room: \($0 - 1)."
    }
    return head + kept + tail + "\n"
  }

  private static func clipped(_ text: String) -> String {
    text.count > 2_000 ? text.prefix(2_000) + "…" : text
  }

  private static func row(_ entry: GateReport.Remark) -> String {
    let cells = [entry.verdict.rawValue, entry.title, clipped(entry.texts.joined(separator: "\n"))]
    return "| "
      + cells.map { $0.replacing("|", with: "\\|").replacing("\n", with: "<br>") }
      .joined(separator: " | ") + " |\n"
  }

  private static func tables(_ report: GateReport, _ layout: Layout) -> [String] {
    let paired = report.findings.filter { $0.check == .paired }
    return [
      instructions(report.findings.filter { $0.check == .instructions }).text(layout),
      layout == .terminal ? grouped(paired) : table(paired).text(layout),
    ].filter { !$0.isEmpty }
  }

  /// Puts each combination on a line above its figures, because one line of a terminal has no room for both.
  private static func grouped(_ findings: [GateFinding]) -> String {
    var table = table(findings)
    table.drop("combination")
    let lines = table.text(.terminal).split(separator: "\n").map { $0 + "\n" }
    var cell: Cell?
    let grouped = zip(findings, lines.dropFirst(2)).map { finding, line in
      defer { cell = finding.cell }
      return (finding.cell == cell ? "" : finding.cell.text + "\n") + line
    }
    return lines.prefix(2).joined() + grouped.joined()
  }

  private static func table(_ findings: [GateFinding]) -> Table {
    func percent(_ value: Double?, _ format: String = "%.1f %%") -> String {
      value.map { String(format: format, $0 * 100) } ?? "–"
    }
    func change(_ value: Double?) -> String { percent(value, "%+.1f %%") }
    return Table(
      [
        "combination", "figure", "change", "95 %", "noise", "allowed", "finds", "blocks", "verdict",
      ],
      findings.map { finding -> [String] in
        let isKnown = finding.low != nil && finding.high != nil
        return [
          finding.cell.text, finding.metric ?? "", change(finding.estimate),
          isKnown ? "\(change(finding.low)) … \(change(finding.high))" : "",
          percent(finding.floor), percent(finding.tolerance), percent(finding.detectable),
          "\(finding.blocks)", finding.verdict.rawValue,
        ]
      })
  }

  private static func instructions(_ findings: [GateFinding]) -> Table {
    let figures = findings.filter { $0.metric != nil }
    let hasBase = figures.contains { $0.base != nil }
    return Table(
      ["strategy"]
        + (hasBase ? ["submission, base", "now", "cycle, base", "now"] : ["submission", "cycle"]),
      figures.chunked { $0.cell == $1.cell }.map { counts in
        [counts.first?.cell.strategy ?? ""]
          + counts.flatMap { hasBase ? [$0.base, $0.candidate] : [$0.candidate] }
          .map { $0.map(CSVText.number) ?? "–" }
      })
  }
}
