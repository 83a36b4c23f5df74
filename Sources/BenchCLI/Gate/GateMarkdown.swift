import Harness
import TextTable

/// The gate's verdict as Markdown: for the summary of a CI job, and for comments.
enum GateMarkdown {
  /// At most so many rows: a summary of GitHub holds 1 MiB, and nobody reads more.
  private static let maximumRows = 200

  static func text(_ report: GateReport) -> String {
    var text = "### bench gate: \(report.verdict.rawValue)\n\n"
    text += "\(GateText.meaning(report.verdict).capitalizedFirst)\n"
    let groups = GateText.groups(report)
    if !groups.isEmpty {
      text += "\n| verdict | strategy | workloads | what |\n|---|---|---|---|\n"
      text += groups.prefix(maximumRows).map(row).joined()
      if groups.count > maximumRows { text += "\nand \(groups.count - maximumRows) more.\n" }
    }
    if !report.paired.isEmpty {
      text += "\n" + PairedText.table(report.paired, style: Style.pipe)
    }
    text += "\nCompared \(report.figures) figures of \(report.cells.count) cells.\n"
    if !report.notChecked.isEmpty {
      text += "\nNot checked:\n\n" + report.notChecked.map { "- \($0)\n" }.joined()
    }
    return text + "\n"
  }

  private static func row(_ group: GateText.Group) -> String {
    let what = group.findings.map { $0.text.replacing("|", with: "\\|") }.joined(separator: "<br>")
    let half = group.half == .exact ? "" : " (\(group.half.rawValue))"
    return "| \(group.verdict.rawValue) | `\(group.strategy)`\(half) "
      + "| \(group.workloads.map { "`\($0)`" }.joined(separator: ", ")) | \(what) |\n"
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
