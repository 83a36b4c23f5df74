import BenchHarness
import BenchReport

/// Prints a comparison for people: a table for each metric, the worst first.
enum ComparisonText {
  static func text(_ comparison: RunComparison, _ layout: Layout) -> String {
    let metrics = [Metric].standard.filter { metric in
      comparison.figures.contains { $0.metric == metric.name }
    }
    return metrics.map { section($0, comparison, layout) }.joined() + "\n"
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
    let means = comparison.new.map { run in
      comparison.means.first { $0.metric == metric.name && $0.run == run }
    }
    let unit = metric.unit.isEmpty ? "" : ", " + (metric.unit == "share" ? "%" : metric.unit)
    let single = comparison.new.count == 1
    let all = Table(
      ["combination"]
        + (single
          ? [comparison.old, comparison.new[0], "change [95 %]", "verdict"] : [comparison.old])
        + (single ? [] : comparison.new),
      rows.map { fields($0, single) } + (rows.count > 1 ? [mean(means, single)] : []))
    let table = all.fitted(
      layout, width: layout == .terminal ? Terminal.output.columns : nil,
      expendable: [comparison.old] + (single ? comparison.new : []))
    let room = Layout.room(table.leftOut, "--format csv").map { Prose.wrapped($0) }
    return layout.heading("\(metric.title)\(unit) (\(metric.name))") + table.text + (room ?? "")
  }

  private static func fields(_ row: [ComparedFigure?], _ single: Bool) -> [String] {
    guard let first = row.compactMap({ $0 }).first else { return [] }
    let number = { (value: Double?) in
      value.map { FigureText.number($0, metric: first.metric) } ?? ""
    }
    return ["\(first.strategy.readableKey) on \(first.workload.readableKey)", number(first.old)]
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
      '\(ProgramName.text) gate --against' runs two builds in turns.
      """
  }
}
