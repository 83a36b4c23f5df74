import BenchHarness
import Foundation

/// Saved runs, each compared with the first. All had the same updates, but trials of different runs form no pairs, so
/// drift of the machine can look like a change.
package struct RunComparison: Encodable, Sendable {
  package struct Failure: Encodable, Sendable {
    package let run, strategy, workload: String
    package let old, new: String?
  }

  package let old: String
  package let new: [String]
  /// The time mode of all runs. In virtual time, no difference is noise.
  package let time: TimeMode
  package let warnings: [String]
  package let gaps: [String]
  /// One summary for each run in `new`.
  package let sentences: [String]
  package let failures: [Failure]
  /// Grouped by run in the order of `new`; in each group, the worst first.
  package let figures: [ComparedFigure]

  /// Compares each of `runs` with the first. Given `strategies`, compares the first of them, in the first run, with
  /// each of the others, in the last run, which may be the same run. By default, compares all metrics in virtual time,
  /// but in real time only mean latency and main-thread CPU time, to show a trade-off between the two.
  package init(
    _ runs: [SavedRun], strategies: [String]? = nil, metrics chosen: [Metric]? = nil,
    smallestChange smallest: Double = 0.05
  ) throws {
    let sides =
      if let strategies {
        try strategies.enumerated().map { place, strategy in
          let run = place == 0 ? runs[0] : runs[runs.count - 1]
          return ComparedSide(strategy, try run.only(strategy, as: strategies[0]))
        }
      } else {
        zip(Self.labels(of: runs.map(\.folder)), runs).map { ComparedSide($0, $1) }
      }
    let (first, others) = (sides[0], sides.dropFirst())
    guard !others.isEmpty else {
      throw BenchError.cannotCompare(
        cause: "only \(first.label) was given. Add a run or strategy to compare it with.")
    }
    for side in others { try first.check(side) }
    time = first.run.header.time
    let usual = [Metric.latencyMean, .cpuMainPerUpdate]
    let metrics = (chosen ?? (time == .real ? usual : .usual(.virtual)))
      .filter { $0.direction != .neither }
    guard !metrics.isEmpty else {
      throw BenchError.cannotCompare(
        cause: "for none of these metrics is higher better or worse. Choose others with --metric.")
    }
    (old, new) = (first.label, others.map(\.label))
    let figures = others.map { ComparedFigure.figures(first, $0, metrics, smallest: smallest) }
    let failures = others.map { side in
      side.run.cells.map(\.cell).map {
        Failure(
          run: side.label, strategy: $0.strategy, workload: $0.workload, old: first.failures($0),
          new: side.failures($0))
      }.filter { $0.old != nil || $0.new != nil }
    }
    let areFew = figures.joined().contains { $0.verdict == .tooFew }
    let fewest = ComparedBlocks(first, sides[sides.count - 1]).fewest
    warnings =
      sides.flatMap(\.warnings) + others.flatMap { first.warnings(against: $0) }
      + (areFew ? ["Too few trials to find a change: each run needs at least \(fewest)."] : [])
    let absent = (chosen == nil ? [] : metrics)
      .filter { metric in !figures.joined().contains { $0.metric == metric } }.map(\.name)
    gaps =
      others.flatMap { first.gaps($0) }
      + (absent.isEmpty ? [] : ["No run has figures for \(absent.joined(separator: ", "))."])
    let isReal = time == .real
    sentences = zip(others, zip(figures, failures)).map { side, found in
      let (figures, failures) = found
      let counts = ComparedFigure.Verdict.allCases.compactMap { verdict in
        let count = figures.count { $0.isWhole && $0.verdict == verdict }
        return count == 0 ? nil : "\(count) \(verdict.rawValue)"
      }
      let failing = failures.count { $0.new != nil }
      let worst = figures.first { $0.verdict == .worse && !$0.isWhole }.map { figure in
        let change = figure.ratio.map { " (\(FigureText.change($0)))" } ?? ""
        return " The worst is \(figure.metric.title) of "
          + "\(figure.strategy.readableKey) on \(figure.workloads[0].readableKey)\(change)."
      }
      return "\(side.label) against \(first.label): "
        + (counts.isEmpty ? "no figure in common" : counts.joined(separator: ", "))
        + (failing == 0 ? "." : "; combinations that fail: \(failing).")
        + (isReal ? worst ?? "" : "")
    }
    (self.figures, self.failures) = (figures.flatMap { $0 }, failures.flatMap { $0 })
  }

  /// The names of the folders or, if two are equal, of their parents; if a folder is given twice, numbers are added.
  static func labels(of folders: [URL]) -> [String] {
    let names = folders.map(\.lastPathComponent)
    if Set(names).count == names.count { return names }
    return Set(folders.map(\.path)).count == folders.count
      ? labels(of: folders.map { $0.deletingLastPathComponent() })
      : names.enumerated().map { "\($1) (\($0 + 1))" }
  }
}
