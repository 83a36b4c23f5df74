import BenchHarness
import BenchReport

/// A comparison as text: the changes, the most important first; with `showsAll`, all figures, also of single workloads.
struct ComparisonText {
  let comparison: RunComparison
  let layout: Layout
  let smallestChange: Double
  let showsAll: Bool
  var terminal = Terminal.output

  var text: String {
    let changes = zip(comparison.new, comparison.sentences).map { run, sentence in
      "\n" + layout.paragraphs([sentence], terminal) + failures(run) + figures(run)
    }
    let notes = comparison.warnings.map { "Warning: \($0)" } + comparison.gaps + [legend]
    let all = changes.joined() + "\n" + layout.paragraphs(notes, terminal)
    // GitHub's limit for a comment is 65,536 characters.
    return Prose.cut(all, to: layout == .markdown ? 59_000 : .max) {
      "The least important lines are left out: \($0). --format csv has all."
    }
  }

  private func failures(_ run: String) -> String {
    let own = comparison.failures.filter { $0.run == run }
    return table(
      ["strategy", "fails on", "old", "new"],
      own.map { [$0.strategy, $0.workload.readableKey, $0.old ?? "–", $0.new ?? "–"] })
  }

  private func figures(_ run: String) -> String {
    let isReal = comparison.time == .real
    let own = comparison.figures.filter { figure in
      let isChange = [.worse, .missing, .better].contains(figure.verdict)
      return figure.run == run
        && (showsAll || isChange && (figure.isWhole || isReal && !isAll(figure)))
    }
    return table(
      ["strategy", "metric", "change", isReal ? "95 %" : "on", "verdict"],
      own.map { figure in
        let places = figure.workloads.map(\.readableKey)
        let place = places[0] + (places.count > 1 ? " and \(places.count - 1) more" : "")
        return [
          figure.strategy + (isReal && !figure.isWhole ? " on \(place)" : ""),
          figure.metric.title, change(figure.ratio),
          isReal ? interval(figure) : place, figure.verdict?.rawValue ?? "",
        ]
      })
  }

  /// Whether the strategy has only this workload, so that the figure over all workloads says the same.
  private func isAll(_ figure: ComparedFigure) -> Bool {
    comparison.figures.contains {
      $0.isWhole && ($0.run, $0.strategy, $0.metric) == (figure.run, figure.strategy, figure.metric)
        && $0.workloads == figure.workloads
    }
  }

  /// A table, or a list if the table is too wide for the terminal; empty if there are no rows.
  private func table(_ columns: [String], _ rows: [[String]]) -> String {
    var table = Table(
      columns.enumerated().map { .init($1, $0 < 2 ? .left : .right) },
      rows.map { [$0[0].readableKey] + $0.dropFirst() })
    // If strategies are compared instead of runs, every row has the name of the first strategy.
    if comparison.figures.allSatisfy({ $0.strategy == comparison.old }) { table.drop("strategy") }
    let width = layout == .terminal ? terminal.columns : nil
    let text = table.fitted(layout, width: width, expendable: ["95 %", "on"]).text
    guard let width, text.split(separator: "\n").contains(where: { $0.count > width }) else {
      return rows.isEmpty ? "" : "\n" + text
    }
    return "\n" + layout.points(table.rows.map { $0.joined(separator: "  ") }, terminal)
  }

  private func change(_ ratio: Double?) -> String { ratio.map(FigureText.change) ?? "" }

  private func interval(_ figure: ComparedFigure) -> String {
    guard let low = figure.low, let high = figure.high else { return "" }
    return "[\(change(low).dropLast(2)), \(change(high).dropLast(2))]"
  }

  private var legend: String {
    guard comparison.time == .real else {
      return "In virtual time every difference is real. Each row shows the largest change on any "
        + "workload, or the largest change for the worse if there is any."
    }
    let least = FigureText.threeDigits(smallestChange * 100)
    return """
      A figure covers all workloads, unless its row names one. worse, better: a change of over \(least) %, or of \
      10 % on one workload, that trials with their labels drawn at random show once in 200 times. same: the 95 % \
      interval lies within \(least) %. A crash or hang counts as worse than any figure, and so does the latency \
      of what lost updates. The machine may have changed between the runs; \
      '\(ProgramName.text) gate --against' excludes that by running two builds alternately.
      """
  }
}
