import BenchHarness
import BenchReport
import Foundation

/// The gate's verdict for people.
enum GateText {
  /// What there is to say of cells, the worst first; what could not be told stands apart.
  static func findings(_ report: GateReport) -> String {
    func text(_ remark: GateReport.Remark) -> String {
      Prose.line(title(remark) + note(remark), after: "\(remark.verdict.rawValue)  ")
        + remark.findings.map { Prose.line($0.text, after: "    ") }.joined()
    }
    let open = report.remarks.filter { $0.verdict.exitCode == 3 }
    return (report.headline.map { Prose.line($0) } ?? "")
      + tables(report, .terminal).map { $0 + "\n" }.joined()
      + report.remarks.filter { $0.verdict.exitCode != 3 }.map(text).joined()
      + (open.isEmpty ? "" : "Undecided:\n" + open.map(text).joined())
  }

  /// What the baseline takes over, strategy by strategy.
  static func changes(_ report: GateReport) -> String {
    report.remarks.map { remark in
      let word =
        remark.verdict == .regressed ? "worse" : remark.verdict == .improved ? "better" : "new"
      return Prose.line(title(remark), after: "Accepted, \(word): ")
        + remark.findings.map { Prose.line($0.text, after: "    ") }.joined()
    }.joined()
  }

  /// As in "naive on uart, on-off".
  static func title(_ remark: GateReport.Remark) -> String {
    Cell(remark.strategy, remark.workloads.joined(separator: ", ")).text
  }

  /// How much was compared, what was not, and what it comes to.
  static func verdict(_ report: GateReport) -> String {
    compared(report) + report.notChecked.map { Prose.line("Not checked: \($0)") }.joined()
      + (report.evidence.map { "Evidence: \($0)\n" } ?? "")
      + Prose.line("\(report.verdict.rawValue): \(meaning(report.verdict))")
  }

  /// At most so many rows: a summary of GitHub holds 1 MiB, and nobody reads more.
  private static let maximumRows = 200

  /// All of it for the summary of a CI job, and for comments.
  static func markdown(_ report: GateReport) -> String {
    let (remarks, meaning) = (report.remarks, meaning(report.verdict))
    var text = "### \(ProgramName.text) gate: \(report.verdict.rawValue)\n\n"
    text += (report.headline.map { $0 + "\n" } ?? "")
    text += meaning.prefix(1).uppercased() + meaning.dropFirst() + "\n"
    if !remarks.isEmpty {
      text += "\n| verdict | strategy | workloads | what |\n|---|---|---|---|\n"
      text += remarks.prefix(maximumRows).map(row).joined()
      if remarks.count > maximumRows { text += "\nand \(remarks.count - maximumRows) more.\n" }
    }
    text += tables(report, .markdown).map { "\n" + $0 + "\n" }.joined() + "\n" + compared(report)
    if !report.notChecked.isEmpty {
      text += "\nNot checked:\n\n" + report.notChecked.map { "- \($0)\n" }.joined()
    }
    return text + "\n"
  }

  private static func row(_ remark: GateReport.Remark) -> String {
    let what = remark.findings.map { $0.text.replacing("|", with: "\\|") }
    return "| \(remark.verdict.rawValue) | `\(remark.strategy)`\(note(remark)) "
      + "| \(remark.workloads.map { "`\($0)`" }.joined(separator: ", ")) "
      + "| \(what.joined(separator: "<br>")) |\n"
  }

  private static func note(_ remark: GateReport.Remark) -> String {
    remark.check == .exact ? "" : " (\(remark.check.rawValue))"
  }

  private static func compared(_ report: GateReport) -> String {
    "Compared \(report.figures) figures of \(report.cells.count) combinations.\n"
  }

  /// What a verdict means, and what to do.
  private static func meaning(_ verdict: Verdict) -> String {
    switch verdict {
    case .pass: "nothing got worse."
    case .improved:
      "something got better. Run '\(ProgramName.text) gate accept' to store better exact figures."
    case .trade: "each delivery costs more, but the strategy now makes different ones."
    case .regressed:
      "something got worse. Fix it, or accept it: '\(ProgramName.text) gate accept' takes new figures "
        + "into the baseline; where two builds differ, merge anyway and say why."
    case .inconclusive:
      "the measurements do not decide it, for the reasons above. Run it on a quieter machine."
    case .unknown: "there is too little data to decide, for the reasons above."
    }
  }

  /// The figures of the checks that compare two builds, as far as there are any.
  private static func tables(_ report: GateReport, _ layout: Layout) -> [String] {
    let paired =
      layout == .terminal
      ? grouped(report.paired, width: Terminal.output.columns)
      : table(report.paired).text(layout)
    return [table(report.instructions).text(layout), paired].filter { !$0.isEmpty }
  }

  /// With a line for each combination above its figures: side by side, no terminal has room for both. At most
  /// `width` columns wide, as far as it can do without some; nil for any.
  static func grouped(_ verdicts: [PairedVerdict], width: Int?) -> String {
    guard !verdicts.isEmpty else { return "" }
    var table = table(verdicts)
    table.drop("combination")
    let (text, leftOut) = table.fitted(
      .terminal, width: width, expendable: ["CV", "noise", "95 %", "blocks", "allowed"])
    let lines = text.split(separator: "\n").map(String.init)
    var cell: Cell?
    let grouped = zip(verdicts, lines.dropFirst(2)).map { verdict, line in
      defer { cell = verdict.cell }
      return
        (verdict.cell == cell
        ? "" : Prose.wrapped(verdict.cell.text, width: width ?? .max)) + line + "\n"
    }
    return lines.prefix(2).map { $0 + "\n" }.joined() + grouped.joined()
      + (Layout.room(leftOut, "--format markdown").map {
        Prose.wrapped($0, width: width ?? Prose.width)
      } ?? "")
  }

  private static func table(_ verdicts: [PairedVerdict]) -> Table {
    func percent(_ value: Double?, _ format: String) -> String {
      value.map { String(format: format, $0 * 100) } ?? "–"
    }
    func change(_ value: Double?) -> String { percent(value, "%+.1f %%") }
    func share(_ value: Double?) -> String { percent(value, "%.1f %%") }
    return Table(
      ["combination", "figure", "change", "95 %", "noise", "allowed", "CV", "blocks", "verdict"],
      verdicts.map { verdict in
        let (low, high) = (verdict.low, verdict.high)
        return [
          verdict.cell.text, verdict.metric, change(verdict.estimate),
          low == nil || high == nil ? "" : "\(change(low)) … \(change(high))",
          share(verdict.floor), share(verdict.tolerance), share(verdict.variation),
          "\(verdict.blocks)", verdict.verdict.rawValue,
        ]
      })
  }

  /// What base has only where there is one.
  private static func table(_ counts: [InstructionCount]) -> Table {
    let hasBase = counts.contains { $0.baseCycle != nil }
    return Table(
      ["strategy"]
        + (hasBase ? ["submission, base", "now", "cycle, base", "now"] : ["submission", "cycle"]),
      counts.map { count in
        [count.strategy]
          + (hasBase
          ? [count.baseSubmission, count.submission, count.baseCycle, count.cycle]
          : [count.submission, count.cycle])
          .map { $0.map(CSVText.number) ?? "–" }
      })
  }
}
