import BenchHarness
import BenchReport
import Foundation

/// The gate's report for people, in a terminal and as Markdown.
enum GateText {
  /// What there is to say of combinations, the worst first; what could not be told stands apart.
  static func findings(_ report: GateReport) -> String {
    let open = report.remarks.filter { $0.verdict.exitCode == 3 }
    return (GateSentences.headline(report).map { Prose.line($0) } ?? "")
      + tables(report, .terminal).map { $0 + "\n" }.joined()
      + report.remarks.filter { $0.verdict.exitCode != 3 }.map { text($0) }.joined()
      + (open.isEmpty ? "" : "Undecided:\n" + open.map { text($0) }.joined())
  }

  /// What the baseline takes over, strategy by strategy.
  static func changes(_ report: GateReport) -> String {
    report.remarks.map { remark in
      let word =
        remark.verdict == .regressed ? "worse" : remark.verdict == .improved ? "better" : "new"
      return text(remark, after: "Accepted, \(word): ")
    }.joined()
  }

  private static func text(_ remark: GateReport.Remark, after head: String? = nil) -> String {
    let note = head == nil ? note(remark) : ""
    return Prose.line(
      GateSentences.title(remark) + note, after: head ?? "\(remark.verdict.rawValue)  ")
      + remark.texts.map { Prose.line($0, after: "    ") }.joined()
  }

  /// How much was compared, what was not, and what it comes to.
  static func verdict(_ report: GateReport) -> String {
    GateSentences.compared(report) + "\n"
      + report.notChecked.map { Prose.line("Not checked: \($0)") }.joined()
      + (report.evidence.map { "Evidence: \($0)\n" } ?? "")
      + Prose.line("\(report.verdict.rawValue): \(GateSentences.meaning(report.verdict))")
  }

  /// At most so many rows: a summary of GitHub holds 1 MiB, and nobody reads more.
  private static let maximumRows = 200

  /// All of it for the summary of a CI job, and for comments.
  static func markdown(_ report: GateReport) -> String {
    let (remarks, meaning) = (report.remarks, GateSentences.meaning(report.verdict))
    var text = "### \(ProgramName.text) gate: \(report.verdict.rawValue)\n\n"
    text += (GateSentences.headline(report).map { $0 + "\n" } ?? "")
    text += meaning.prefix(1).uppercased() + meaning.dropFirst() + "\n"
    if !remarks.isEmpty {
      text += "\n| verdict | strategy | workloads | what |\n|---|---|---|---|\n"
      text += remarks.prefix(maximumRows).map(row).joined()
      if remarks.count > maximumRows { text += "\nand \(remarks.count - maximumRows) more.\n" }
    }
    text += tables(report, .markdown).map { "\n" + $0 + "\n" }.joined()
    text += "\n" + GateSentences.compared(report) + "\n"
    if !report.notChecked.isEmpty {
      text += "\nNot checked:\n\n" + report.notChecked.map { "- \($0)\n" }.joined()
    }
    return text + "\n"
  }

  private static func row(_ remark: GateReport.Remark) -> String {
    let what = remark.texts.map { $0.replacing("|", with: "\\|") }
    return "| \(remark.verdict.rawValue) | `\(remark.strategy)`\(note(remark)) "
      + "| \(remark.workloads.map { "`\($0)`" }.joined(separator: ", ")) "
      + "| \(what.joined(separator: "<br>")) |\n"
  }

  private static func note(_ remark: GateReport.Remark) -> String {
    remark.check == .exact ? "" : " (\(remark.check.rawValue))"
  }

  /// The figures of the checks that compare two builds, as far as there are any.
  private static func tables(_ report: GateReport, _ layout: Layout) -> [String] {
    let paired = report.findings.filter { $0.check == .paired }
    return [
      instructions(report.findings.filter { $0.check == .instructions }).text(layout),
      layout == .terminal ? grouped(paired) : table(paired).text(layout),
    ].filter { !$0.isEmpty }
  }

  /// With a line for each combination above its figures: side by side, no terminal has room for both.
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
    func percent(_ value: Double?, _ format: String) -> String {
      value.map { String(format: format, $0 * 100) } ?? "–"
    }
    func change(_ value: Double?) -> String { percent(value, "%+.1f %%") }
    func share(_ value: Double?) -> String { percent(value, "%.1f %%") }
    return Table(
      ["combination", "figure", "change", "95 %", "noise", "allowed", "CV", "blocks", "verdict"],
      findings.map { finding in
        let (low, high) = (finding.low, finding.high)
        return [
          finding.cell.text, finding.metric ?? "", change(finding.estimate),
          low == nil || high == nil ? "" : "\(change(low)) … \(change(high))",
          share(finding.floor), share(finding.tolerance), share(finding.variation),
          "\(finding.blocks)", finding.verdict.rawValue,
        ]
      })
  }

  /// The counts of each strategy; what base has only where there is one.
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
