import BenchHarness
import BenchMath
import Foundation

/// Saved runs, each compared with the first over all trials of both.
///
/// Both runs had the same updates, but no trials form pairs: the Mann–Whitney test, the
/// Hodges–Lehmann estimate and Holm's correction. They cannot tell a change from drift of the
/// machine.
package struct RunComparison: Encodable, Sendable {
  package let old: String
  package let new: [String]
  /// In virtual time every difference is real.
  package let time: TimeMode
  package let warnings: [String]
  package let gaps: [String]
  /// A paragraph for each of `new`.
  package let sentences: [String]
  /// By metric, the worst first.
  package let figures: [ComparedFigure]
  package let means: [ComparedFigure]

  /// Compares `runs` with the first, by default in the usual metrics. Says how many trials would
  /// detect `smallestChange`, a share.
  /// - Throws: ``BenchError/cannotCompare(cause:)`` for runs with different work.
  package init(
    _ runs: [SavedRun], metrics chosen: [Metric]? = nil, smallestChange: Double = 0.05
  ) throws {
    try self.init(
      zip(RunLabels.short(of: runs.map(\.folder)), runs).map { ComparedSide($0, $1) }, chosen,
      smallestChange)
  }

  /// Compares strategies with the first of them: the first one's trials are from the first run, the
  /// others' from the last, which may be the same.
  package init(
    _ strategies: [String], of runs: [SavedRun], metrics chosen: [Metric]? = nil,
    smallestChange: Double = 0.05
  ) throws {
    let sides = try strategies.enumerated().map { place, strategy in
      ComparedSide(
        strategy, try runs[place == 0 ? 0 : runs.count - 1].only(strategy, as: strategies[0]))
    }
    try self.init(sides, chosen, smallestChange)
  }

  private init(_ sides: [ComparedSide], _ chosen: [Metric]?, _ smallestChange: Double) throws {
    let first = sides[0]
    for side in sides.dropFirst() { try first.check(side) }
    let metrics = chosen ?? .usual(first.run.header.time)
    old = first.label
    new = sides.dropFirst().map(\.label)
    time = first.run.header.time
    warnings =
      sides.flatMap(\.warnings) + sides.dropFirst().flatMap { first.warnings(against: $0) }
    gaps =
      sides.dropFirst().flatMap { first.gaps($0, metrics: metrics) }
      + (chosen == nil ? [] : Self.absent(metrics, sides))
    let compared = sides.dropFirst().map { Self.compared(first, $0, metrics, smallestChange) }
    figures = metrics.flatMap { metric in
      Self.sorted(compared.flatMap(\.figures).filter { $0.metric == metric.name })
    }
    means = metrics.flatMap { metric in
      compared.flatMap(\.means).filter { $0.metric == metric.name }
    }
    sentences = zip(sides.dropFirst(), compared).map { side, compared in
      Self.sentence("\(side.label) against \(first.label)", compared.figures, smallestChange)
    }
  }

  private static func sentence(
    _ runs: String, _ figures: [ComparedFigure], _ smallest: Double
  ) -> String {
    let order: [(ComparedFigure.Verdict, String)] = [
      (.worse, "worse"), (.perhapsWorse, "worse?"), (.changed, "changed"),
      (.perhapsChanged, "changed?"), (.perhapsBetter, "better?"), (.better, "better"),
      (.noise, "~"), (.same, "the same"), (.few, "with too few trials"),
    ]
    let counts = order.compactMap { verdict, word in
      let count = figures.count { $0.verdict == verdict }
      return count == 0 ? nil : "\(count) \(word)"
    }
    let worst = figures.min { $0.rank < $1.rank }.flatMap { worst in
      [.worse, .perhapsWorse].contains(worst.verdict)
        ? " Worst: \(worst.cell.text), \(worst.metric)"
          + (worst.ratio.map { " " + FigureText.change($0) } ?? "") + "." : nil
    }
    let few = figures.contains { $0.verdict == .few } ? 4 : 0
    let needed = max(few, figures.compactMap(\.trialsNeeded).max() ?? 0)
    return "\(runs): \(counts.isEmpty ? "no figure in common" : counts.joined(separator: ", "))."
      + (worst ?? "")
      + (needed == 0
        ? ""
        : " To be sure, of a change of \(FigureText.threeDigits(smallest * 100)) % or of one with a "
          + "'?', takes up to \(needed) trials of each run.")
  }

  private static func absent(_ metrics: [Metric], _ sides: [ComparedSide]) -> [String] {
    let absent = metrics.filter { metric in
      !sides.contains { $0.run.cells.contains { $0.figures[metric.name] != nil } }
    }
    return absent.isEmpty
      ? [] : ["No run has figures of \(absent.map(\.name).joined(separator: ", "))."]
  }

  private static func compared(
    _ old: ComparedSide, _ new: ComparedSide, _ metrics: [Metric], _ smallest: Double
  ) -> (figures: [ComparedFigure], means: [ComparedFigure]) {
    func figures(_ samples: [ComparedSamples]) -> [ComparedFigure] {
      ComparedFigure.figures(
        samples, of: (old.label, new.label), isExact: old.run.header.time == .virtual,
        smallest: smallest)
    }
    let samples = metrics.map { metric in
      old.common(new).map(\.cell).compactMap { cell in
        ComparedSamples(cell, metric, old.samples(cell, metric), new.samples(cell, metric))
      }
    }
    return (
      figures(samples.flatMap { $0 }), figures(samples.compactMap(ComparedSamples.init(mean:)))
    )
  }

  /// By the worst verdict of any run on a cell.
  private static func sorted(_ figures: [ComparedFigure]) -> [ComparedFigure] {
    let cells = Dictionary(grouping: figures) { "\($0.workload)\n\($0.strategy)" }
    let ranked = cells.map { key, figures in
      (rank: figures.map(\.rank).min(by: <) ?? (0, 0), key: key, figures: figures)
    }
    return ranked.sorted { ($0.rank.0, $0.rank.1, $0.key) < ($1.rank.0, $1.rank.1, $1.key) }
      .flatMap(\.figures)
  }

  /// A row for each cell, with a figure or nil for each of `new`.
  package func rows(_ metric: String) -> [[ComparedFigure?]] {
    figures.filter { $0.metric == metric }
      .chunked { $0.cell == $1.cell }
      .map { row in new.map { run in row.first { $0.run == run } } }
  }
}

enum RunLabels {
  private static let longest = 16

  /// The words of the folders' names that differ; those of their parents if the names are equal.
  static func short(of folders: [URL]) -> [String] {
    let names = folders.map(\.lastPathComponent)
    guard Set(names).count == names.count else {
      return Set(folders.map(\.path)).count == folders.count
        ? short(of: folders.map { $0.deletingLastPathComponent() })
        : names.enumerated().map { "\($1) (\($0 + 1))" }
    }
    guard names.contains(where: { $0.count > longest }) else { return names }
    let words = names.map { $0.split(separator: "-", omittingEmptySubsequences: false) }
    let shortest = (words.map(\.count).min() ?? 1) - 1
    let head = (0..<shortest).prefix { place in Set(words.map { $0[place] }).count == 1 }.count
    let tail = (0..<(shortest - head)).prefix { place in
      Set(words.map { $0[$0.count - 1 - place] }).count == 1
    }.count
    return words.map { $0.dropFirst(head).dropLast(tail).joined(separator: "-") }
  }
}
