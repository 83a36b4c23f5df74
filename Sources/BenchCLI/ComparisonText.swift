import BenchHarness
import BenchReport

/// Prints a comparison for people: a table for each metric, the worst first; one table of all metrics where
/// two sides have a single combination in common.
enum ComparisonText {
  static func text(_ comparison: RunComparison, _ layout: Layout) -> String {
    let metrics = [Metric].standard.filter { metric in
      comparison.figures.contains { $0.metric == metric.name }
    }
    let sides = Sides(comparison, layout)
    let isSingle = Set(comparison.figures.map { [$0.strategy, $0.workload] }).count == 1
    let tables =
      isSingle && comparison.new.count == 1
      ? overview(metrics, comparison, sides, layout)
      : metrics.map { section($0, comparison, sides, layout) }.joined()
    return sides.key + tables + "\n"
      + layout.paragraphs(
        comparison.warnings.map { "Warning: \($0)" } + comparison.gaps + comparison.sentences
          + [legend(comparison)])
  }

  /// What the columns of the sides are called.
  private struct Sides {
    var old: String, new: [String]
    /// Which is which, where their own names are too long for columns.
    var key = ""
    let change: String
    /// Strategies are compared, each under the name of the first.
    private let areStrategies: Bool

    init(_ comparison: RunComparison, _ layout: Layout) {
      (old, new) = (comparison.old, comparison.new)
      change = comparison.time == .real ? "change [95 %]" : "change"
      areStrategies = comparison.figures.allSatisfy { $0.strategy == comparison.old }
      if layout == .terminal, new.count == 1, old.count + new[0].count > 24 {
        key = Prose.line(old, after: "\nfirst:  ") + Prose.line(new[0], after: "second: ")
        (old, new) = ("first", ["second"])
      }
    }

    /// "throttle on uart"; without the strategy where strategies are compared.
    func combination(_ figure: ComparedFigure) -> String {
      let workload = figure.workload.readableKey
      return areStrategies ? workload : "\(figure.strategy.readableKey) on \(workload)"
    }
  }

  private static func unit(_ metric: Metric) -> String {
    metric.unit.isEmpty ? "" : ", " + (metric.unit == "share" ? "%" : metric.unit)
  }

  private static func isChanged(_ row: [ComparedFigure?]) -> Bool {
    row.contains { $0.map { $0.verdict != .same } ?? false }
  }

  private static func overview(
    _ metrics: [Metric], _ comparison: RunComparison, _ sides: Sides, _ layout: Layout
  ) -> String {
    let rows = metrics.flatMap { metric in
      comparison.rows(metric.name).filter(isChanged).map {
        ["\(metric.title)\(unit(metric))"] + fields($0, true)
      }
    }
    guard let first = comparison.figures.first, !rows.isEmpty else { return "" }
    return layout.heading(sides.combination(first))
      + Table(["figure", sides.old, sides.new[0], sides.change, "verdict"], rows).fitted(
        layout, width: layout == .terminal ? Terminal.output.columns : nil, expendable: []
      ).text
  }

  private static func section(
    _ metric: Metric, _ comparison: RunComparison, _ sides: Sides, _ layout: Layout
  ) -> String {
    let rows = comparison.rows(metric.name).filter(isChanged)
    guard !rows.isEmpty else { return "" }
    let means = comparison.new.map { run in
      comparison.means.first { $0.metric == metric.name && $0.run == run }
    }
    let single = comparison.new.count == 1
    let all = Table(
      ["combination", sides.old]
        + (single ? [sides.new[0], sides.change, "verdict"] : sides.new),
      rows.map { row in
        [row.compactMap { $0 }.first.map(sides.combination) ?? ""]
          + fields(row, single)
      } + (rows.count > 1 ? [mean(means, single)] : []))
    let table = all.fitted(
      layout, width: layout == .terminal ? Terminal.output.columns : nil,
      expendable: [sides.old] + (single ? sides.new : []))
    let room = Layout.room(table.leftOut, "--format csv").map { Prose.wrapped($0) }
    return layout.heading("\(metric.title)\(unit(metric)) (\(metric.name))") + table.text
      + (room ?? "")
  }

  /// What stands behind the combination.
  private static func fields(_ row: [ComparedFigure?], _ single: Bool) -> [String] {
    guard let first = row.compactMap({ $0 }).first else { return [] }
    let number = { (value: Double?) in
      value.map { FigureText.number($0, metric: first.metric) } ?? ""
    }
    return [number(first.old)]
      + (single
        ? [number(first.new), change(first), verdict(first)]
        : row.map(shortChange))
  }

  private static func mean(_ means: [ComparedFigure?], _ single: Bool) -> [String] {
    let title = "geometric mean of \(means.compactMap { $0?.cells }.max() ?? 0)"
    guard !single else {
      return [title, "", "", means[0].map { change($0) } ?? "", means[0].map(verdict) ?? ""]
    }
    return [title, ""] + means.map(shortChange)
  }

  private static func shortChange(_ figure: ComparedFigure?) -> String {
    figure.map { "\(change($0, short: true)) \(verdict($0))" } ?? ""
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
      of comparisons. What crashed or hung counts as worse than any figure. Runs made one after the other \
      cannot tell a change from a machine that drifted; \
      '\(ProgramName.text) gate --against' runs two builds alternately.
      """
  }
}
