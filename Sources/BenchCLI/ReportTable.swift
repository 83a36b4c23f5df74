import BenchHarness
import BenchReport

struct ReportTable {
  let report: RunReport
  let layout: Layout
  var terminal = Terminal.output

  /// A table for each workload, except that workloads that differ in one parameter share a table; then the legend.
  var tables: String {
    var (shown, leftOut) = (Set<String>(), [String]())
    func section(_ name: String, _ parts: [Part], by parameter: String? = nil) -> String {
      guard let group = parts.first?.report.group else { return "" }
      let table = table(parts, parameter)
      shown.formUnion(table.shown)
      leftOut += table.leftOut
      return layout.heading(title(group, of: name.readableKey), terminal)
        + terminal.emphasised(table.text) + "\n"
    }
    let inRanges = Set(report.ranges.flatMap { $0.values.map(\.key) })
    let single = report.workloads.filter { !inRanges.contains($0.workload) }.map {
      section($0.workload, [("", $0)]) + layout.points($0.sentences, terminal)
    }
    let ranges = report.ranges.flatMap { range in
      DeliveryGroup.allCases.map { group in
        let parts = range.values.flatMap { key, value in
          report.workloads.filter { $0.workload == key && $0.group == group }.map { (value, $0) }
        }
        return section(range.strategy, parts, by: range.parameter.name)
      }
    }
    return (single + ranges).joined() + "\n" + legend(shown, leftOut: leftOut.distinct)
  }

  private typealias Part = (value: String, report: WorkloadReport)

  /// `what`, followed by the group's name unless all groups are reloads, as is usual.
  private func title(_ group: DeliveryGroup, of what: String) -> String {
    report.workloads.allSatisfy { $0.group == .reloads } ? what : "\(what), \(group.rawValue)"
  }

  private func legend(_ shown: Set<String>, leftOut: [String]) -> String {
    let cells = report.workloads.flatMap(\.cells)
    let figures = cells.flatMap { $0.figures.values }
    let medians =
      figures.contains { $0.low != nil }
      ? "Medians over the trials; [95 % interval] with six or more."
      : figures.contains { $0.count > 1 } ? "Medians over the trials." : nil
    let columns = ReportColumn.all.filter { shown.contains($0.title) }
    let meanings = (columns.filter { !$0.isRatio } + columns.filter(\.isRatio)).compactMap(
      \.meaning)
    let best = terminal.isStyled ? "Bold: best of its column." : "* best of its column."
    let about = ([best, medians].compactMap { $0 } + meanings).joined(separator: " ")
    let excess = ReportColumn.excess(columns, in: cells)
    let rest = leftOut.joined(separator: ", ")
    let room = rest.isEmpty ? nil : "Left out to save room: \(rest). --format csv has all columns."
    return [about, excess, room]
      .compactMap { $0.map { Prose.wrapped($0, width: terminal.textWidth) } }.joined()
  }

  private func table(
    _ parts: [Part], _ parameter: String?
  ) -> (text: String, shown: [String], leftOut: [String]) {
    let columns = ReportColumn.all.filter { column in parts.contains { column.isShown($0.report) } }
    let table = Table(
      ([parameter].compactMap { $0 } + ["strategy"]).map { .init($0, .left) }
        + columns.map { .init($0.title(parts[0].report), .right) },
      parts.flatMap { value, report in
        report.cells.map { cell in
          (parameter == nil ? [] : [value.readableKey]) + [cell.title]
            + columns.map { $0.text(cell, report) }
        }
      })
    let (text, leftOut) = table.fitted(
      layout, width: layout == .terminal ? terminal.width : Terminal.usual,
      expendable: ReportColumn.leftOutFirst)
    return (text, columns.map(\.title).filter { !leftOut.contains($0) }, leftOut)
  }

  func ranking(_ heading: String) -> String {
    report.rankings.filter(\.compares).map { ranking in
      layout.heading(title(ranking.group, of: heading), terminal) + table(ranking.standings)
    }.joined()
  }

  /// How many ranked strategies are shown on a terminal, so that the rest of the output stays on the screen.
  private static let room = 10

  func bottomLine(_ heading: String = "The bottom line", warnings: [String] = []) -> String {
    let groups = report.rankings.map { ranking in
      var text = ""
      if ranking.compares || report.rankings.count > 1 {
        text += layout.heading(title(ranking.group, of: heading), terminal)
      }
      if ranking.compares { text += table(ranking.standings) + "\n" }
      return text + points(ranking.group)
    }
    let legend =
      report.rankings.contains(where: \.compares)
      ? "\n" + layout.paragraphs([Self.limits + best], terminal) : ""
    let parts =
      [legend] + groups + [points(nil), layout.points(warnings.map { "Warning: \($0)" }, terminal)]
    let said = parts.filter { !$0.isEmpty }
    return said.isEmpty ? "" : said.joined(separator: "\n") + "\n"
  }

  private func points(_ group: DeliveryGroup?) -> String {
    layout.points(report.bottomLine.filter { $0.group == group }.map(\.sentence), terminal)
  }

  private static let limits = """
    Of a limit: how much of its tightest limit the strategy uses, on its worst workload. The limits are a longest \
    wait of 100 ms, or the shortest that half of the main thread allows; half of the busiest second; 10 ms/s of \
    hitches; 30 pictures a second, or all that arrive. A limit that no strategy meets is replaced by the best \
    strategy's figure.
    """

  private var best: String {
    let ranked = report.rankings.filter(\.compares).flatMap(\.standings)
    guard ranked.contains(where: { $0.ratio != nil }) else { return "" }
    return " × best: cost ÷ the lowest possible cost of such deliveries; waiting is charged at "
      + "\(report.latencyPrice) ns per ns, and the mean over workloads is geometric."
  }

  private func table(_ all: [Standing]) -> String {
    let shown = terminal.columns == nil ? all[...] : all.prefix(Self.room)
    func percent(_ share: Double?) -> String {
      share.map { $0.isFinite ? FigureText.threeDigits($0 * 100) + " %" : "∞" } ?? ""
    }
    let elsewhere = report.elsewhere.map(\.title)
    let price = "× best (price \(report.latencyPrice))"
    let columns: [Table.Column] = [
      .init("strategy", .left), .init("of a limit", .right), .init("which is", .left),
    ]
    let standings = Table(
      columns + (elsewhere + ["main", price]).map { .init($0, .right) },
      shown.map { standing in
        [standing.name, percent(standing.use.share), standing.use.text]
          + report.elsewhere.map { percent($0.standings[standing.name]?.use.share) }
          + [percent(standing.busy), standing.ratio.map(FigureText.threeDigits) ?? ""]
      })
    let text = standings.fitted(
      layout, width: layout == .terminal ? terminal.columns : nil,
      expendable: [price, "main"] + elsewhere + ["which is"]
    ).text
    let left = all.count - shown.count
    return text + (left > 0 ? "and \(left) more, ranked lower\n" : "")
  }
}
