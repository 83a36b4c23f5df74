import BenchHarness
import BenchReport

/// The result tables for people, one a workload.
enum ReportTable {
  static func text(
    _ reports: [WorkloadReport], rowChanging: [String], _ layout: Layout = .terminal,
    terminal: Terminal = .output
  ) -> String {
    let tables = reports.map { table($0, layout, terminal) }
    let leftOut = tables.flatMap(\.leftOut).distinct
    return zip(reports, tables).map { report, table in
      layout.heading(report.workload.readableKey, terminal) + terminal.emphasised(table.text) + "\n"
        + layout.points(report.sentences, terminal)
    }.joined() + "\n" + legend(reports, rowChanging, leftOut, layout, terminal)
  }

  /// What columns mean that are shown.
  private static func legend(
    _ reports: [WorkloadReport], _ rowChanging: [String], _ leftOut: [String], _ layout: Layout,
    _ terminal: Terminal
  ) -> String {
    let figures = reports.flatMap(\.cells).flatMap { $0.figures.values }
    let medians =
      figures.contains { $0.low != nil }
      ? "Medians over the trials, [95 % interval] from six trials on."
      : figures.contains { $0.count > 1 } ? "Medians over the trials." : nil
    let columns = [
      ("stale %", "stale: share of the time in which the view is out of date."),
      ("busy %", "busy: share in which the main thread delivers and lays out."),
      ("block ms", "block: longest stretch of that."),
      ("hitch", "hitch: lateness of frames at 60 Hz, ms per s."),
      ("÷naive", "÷naive: mean latency over naive's."),
    ].filter { !leftOut.contains($0.0) }.map(\.1)
    let best = terminal.isStyled ? "Bold: best of its column." : "* best of its column."
    let rows =
      rowChanging.isEmpty
      ? nil
      : "A delivery changes one row with \(rowChanging.map(\.readableKey).joined(separator: ", ")); "
        + "it reloads the view with the others."
    let about = ([best, medians].compactMap { $0 } + columns).joined(separator: " ")
    let excess = ReportColumn.excess(
      ReportColumn.all.filter { !leftOut.contains($0.title) }, in: reports.flatMap(\.cells))
    return [about, rows, excess, Layout.room(leftOut, "--format csv")]
      .compactMap { $0.map { Prose.wrapped($0, width: terminal.textWidth) } }.joined()
  }

  private static func table(
    _ report: WorkloadReport, _ layout: Layout, _ terminal: Terminal
  ) -> (text: String, leftOut: [String]) {
    let columns = ReportColumn.all.filter { $0.isShown(report) }
    let table = Table(
      ["strategy"] + columns.map { $0.title(report) },
      report.cells.map { cell in [cell.title] + columns.map { $0.text(cell, report) } })
    return table.fitted(
      layout, width: layout == .terminal ? terminal.width : Terminal.usual,
      expendable: ReportColumn.leftOutFirst)
  }
}
