import BenchHarness
import BenchReport

/// A table for each metric, the worst first.
enum ComparisonText {
  static func text(_ comparison: RunComparison, _ layout: Layout) -> String {
    let tables = [Metric].standard.map { section($0, comparison, layout) }.joined()
    return tables + "\n"
      + layout.paragraphs(
        comparison.warnings.map { "Warning: \($0)" } + comparison.gaps + comparison.sentences
          + [legend(comparison)])
  }

  private static func section(
    _ metric: Metric, _ comparison: RunComparison, _ layout: Layout
  ) -> String {
    let rows = comparison.rows(metric.name).filter { row in
      row.contains { $0.map { $0.verdict != .same } ?? false }
    }
    guard !rows.isEmpty else { return "" }
    // Compared strategies all have the name of the first.
    let areStrategies = comparison.figures.allSatisfy { $0.strategy == comparison.old }
    let isSingle = comparison.new.count == 1
    let change = comparison.time == .real ? "change [95 %]" : "change"
    let means = comparison.new.map { run in
      comparison.means.first { $0.metric == metric.name && $0.run == run }
    }
    let all = Table(
      ["combination", comparison.old]
        + (isSingle ? [comparison.new[0], change, "verdict"] : comparison.new),
      rows.compactMap { row in
        row.compactMap { $0 }.first.map { first in
          let workload = first.workload.readableKey
          return [areStrategies ? workload : "\(first.strategy.readableKey) on \(workload)"]
            + [number(first.old, first)] + fields(row, isSingle)
        }
      }
        + (rows.count > 1
          ? [
            ["geometric mean of \(means.compactMap { $0?.cells }.max() ?? 0)", ""]
              + fields(means, isSingle)
          ] : []))
    let table = all.fitted(
      layout, width: layout == .terminal ? Terminal.output.columns : nil,
      expendable: [comparison.old] + (isSingle ? comparison.new : []))
    let room = Layout.room(table.leftOut, "--format csv").map { Prose.wrapped($0) }
    let unit = metric.unit.isEmpty ? "" : ", " + (metric.unit == "share" ? "%" : metric.unit)
    return layout.heading("\(metric.title)\(unit) (\(metric.name))") + table.text + (room ?? "")
  }

  private static func fields(_ row: [ComparedFigure?], _ isSingle: Bool) -> [String] {
    guard isSingle, let figure = row[0] else {
      return row.map { $0.map { "\(change($0, short: true)) \(verdict($0))" } ?? "" }
    }
    return [number(figure.new, figure), change(figure), verdict(figure)]
  }

  private static func number(_ value: Double?, _ figure: ComparedFigure) -> String {
    value.map { FigureText.number($0, metric: figure.metric) } ?? ""
  }

  /// "+20.1 % [+18.2, +21.9]"; "+5 [+4, +5]" where there is no ratio.
  private static func change(_ figure: ComparedFigure, short: Bool = false) -> String {
    let text = { (step: Double) in
      figure.shift == nil
        ? FigureText.change(step)
        : (step > 0 ? "+" : "") + FigureText.number(step, metric: figure.metric)
    }
    guard let step = figure.ratio ?? figure.shift, figure.verdict != .same else { return "" }
    guard !short, let low = figure.low ?? figure.shiftLow,
      let high = figure.high ?? figure.shiftHigh
    else { return text(step) }
    let ends = [low, high].map { text($0).replacing(" %", with: "") }
    return "\(text(step)) [\(ends.joined(separator: ", "))]"
  }

  /// "~ (needs 23)", "worse (new: 2 crashed)".
  private static func verdict(_ figure: ComparedFigure) -> String {
    let remarks = [
      figure.trialsNeeded.map { "needs \($0)" }, figure.loss,
      figure.verdict == .few && figure.trialsNeeded == nil ? "\(figure.trials) of 4" : nil,
    ].compactMap { $0 }
    return (figure.verdict == .few ? "~" : figure.verdict.rawValue)
      + (remarks.isEmpty ? "" : " (\(remarks.joined(separator: "; ")))")
  }

  private static func legend(_ comparison: RunComparison) -> String {
    guard comparison.time == .real else {
      return "Medians. In virtual time every difference is real. What is the same is left out."
    }
    return """
      Medians; the change is that between any trial of one run and any of the other, with its 95 % \
      interval. ~ within the noise. '?': significant on its own, but not after correcting for the number \
      of comparisons: expect 5 of 100 unchanged figures to get one. What crashed or hung counts as worse \
      than any figure. Runs made one after the other cannot tell a change from a machine that drifted; \
      '\(ProgramName.text) gate --against' runs two builds alternately.
      """
  }
}
