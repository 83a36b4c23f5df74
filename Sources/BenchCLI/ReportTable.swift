import BenchHarness
import BenchReport

struct ReportTable {
  let report: RunReport
  let layout: Layout
  var terminal = Terminal.output

  func tables(rowChanging: [String]) -> String {
    let tables = report.workloads.map(table)
    let leftOut = tables.flatMap(\.leftOut).distinct
    return zip(report.workloads, tables).map { workload, table in
      layout.heading(workload.workload.readableKey, terminal) + terminal.emphasised(table.text)
        + "\n" + layout.points(workload.findings.map(\.sentence), terminal)
    }.joined() + "\n" + legend(rowChanging, leftOut)
  }

  private func legend(_ rowChanging: [String], _ leftOut: [String]) -> String {
    let cells = report.workloads.flatMap(\.cells)
    let figures = cells.flatMap { $0.figures.values }
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
      ReportColumn.all.filter { !leftOut.contains($0.title) }, in: cells)
    return [about, rows, excess, Layout.room(leftOut, "--format csv")]
      .compactMap { $0.map { Prose.wrapped($0, width: terminal.textWidth) } }.joined()
  }

  private func table(_ report: WorkloadReport) -> (text: String, leftOut: [String]) {
    let columns = ReportColumn.all.filter { $0.isShown(report) }
    let table = Table(
      ["strategy"] + columns.map { $0.title(report) },
      report.cells.map { cell in [cell.title] + columns.map { $0.text(cell, report) } })
    return table.fitted(
      layout, width: layout == .terminal ? terminal.width : Terminal.usual,
      expendable: ReportColumn.leftOutFirst)
  }
}

extension ReportTable {
  /// How many ranked strategies a terminal shows, so that the rest stays on the screen.
  private static let room = 10

  func bottomLine(warnings: [String]) -> String {
    let isRanked = report.ranking.count > 1
    let parts = [
      isRanked ? layout.heading("The bottom line", terminal) + ranking : "",
      layout.points(report.bottomLine.map(\.sentence), terminal),
      isRanked ? layout.paragraphs([Self.costs], terminal) : "",
      layout.points(warnings.map { "Warning: \($0)" }, terminal),
    ].filter { !$0.isEmpty }
    return parts.isEmpty ? "" : parts.joined(separator: "\n") + "\n"
  }

  private static let costs = """
    × best possible: cost ÷ optimum, where the cost is main-thread time for deliveries plus waiting, \
    charged at --latency-price, and the optimum is the cost of the best schedule of such deliveries. \
    Means over workloads are geometric; that of busy is arithmetic.
    """

  private var ranking: String {
    let all = report.ranking
    let shown = terminal.columns == nil ? all[...] : all.prefix(Self.room)
    let standings = Table(
      ["strategy", "× best possible", "worst", "on", "mean ms", "busy %"],
      shown.map { standing in
        [
          standing.name, FigureText.threeDigits(standing.ratio.median),
          FigureText.threeDigits(standing.worst.ratio), standing.worst.workload.readableKey,
          standing.latency.map(FigureText.threeDigits) ?? "",
          standing.busy.map { FigureText.threeDigits($0 * 100) } ?? "",
        ]
      })
    return standings.fitted(
      layout, width: layout == .terminal ? terminal.columns : nil, expendable: ["on", "worst"]
    ).text
      + (all.count > shown.count ? "and \(all.count - shown.count) more, further from it\n" : "")
  }
}
