import Harness
import TextTable

/// The result tables for people: one a workload, 100 columns wide.
enum ReportTable {
  /// For a terminal.
  static func text(_ reports: [WorkloadReport], rowChanging: [String]) -> String {
    reports.map { report in
      "\n\(report.workload)\n\n" + table(report, style: Style.simple)
        + "\n" + report.sentences.map { Prose.wrapped($0, indent: 2) }.joined()
    }.joined() + "\n" + legend(rowChanging)
  }

  /// For a page or the summary of a CI job.
  static func markdown(_ reports: [WorkloadReport], rowChanging: [String]) -> String {
    reports.map { report in
      "\n### \(report.workload)\n\n" + table(report, style: Style.pipe)
        + "\n" + report.sentences.map { "- \($0)\n" }.joined()
    }.joined() + "\n" + legend(rowChanging)
  }

  private static func legend(_ rowChanging: [String]) -> String {
    """
    * best of its column. Medians over the trials, [95 % interval] from six trials on. stale: share
    of the time in which the view is out of date. busy: share in which main delivers and lays out.
    block: longest stretch of that. hitch: lateness of frames at 60 Hz, ms per s. ÷naive: mean
    latency over naive's.
    """
      + (rowChanging.isEmpty
        ? ""
        : "\nA delivery changes one row with \(rowChanging.joined(separator: ", "));"
          + "\nit reloads the view with the others.")
  }

  /// The columns that fit; those that are left out are in the CSV.
  private static func table(_ report: WorkloadReport, style: any TextTableStyle.Type) -> String {
    var columns = ReportColumn.all.filter { $0.isShown(report) }
    var text = table(report, columns, style)
    for title in ReportColumn.leftOutFirst where isTooWide(text) {
      columns.removeAll { $0.title == title }
      text = table(report, columns, style)
    }
    return text
  }

  private static func isTooWide(_ text: String) -> Bool {
    text.split(separator: "\n").contains { $0.count > Prose.width }
  }

  private static func table(
    _ report: WorkloadReport, _ columns: [ReportColumn], _ style: any TextTableStyle.Type
  ) -> String {
    FieldTable.text(
      titles: ["strategy"] + columns.map(\.title),
      rows: report.cells.map { cell in [cell.strategy] + columns.map { $0.text(cell, report) } },
      style: style)
  }
}
