import BenchHarness
import BenchMath

/// A file format of another program to which a saved run can be exported.
package enum ForeignFormat: String, CaseIterable, Sendable {
  /// `customSmallerIsBetter`: a list of benchmarks with one value each.
  /// Source: https://github.com/benchmark-action/github-action-benchmark, README and `src/extract.ts`.
  case github
  /// Source: https://bencher.dev/docs/reference/bencher-metric-format/ and its schema, `bmf.json`.
  case bencher

  private var directions: [Metric.Direction] { self == .github ? [.lower] : [.higher, .lower] }

  /// Exports `run` in the chosen or usual metrics, without cells that have failed trials: their figures would mislead.
  package func text(of run: SavedRun, metrics chosen: [Metric]?) throws -> String {
    if let metric = chosen?.first(where: { !directions.contains($0.direction) }) {
      let takes = directions.map(\.rawValue).joined(separator: " or ")
      throw BenchError.badValue(
        what: "metric for the format \(rawValue)", value: metric.name,
        expected: "metrics that '\(ProgramName.text) list metrics' marks '\(takes) is better'")
    }
    let metrics =
      chosen ?? [Metric].usual(run.header.time).filter { directions.contains($0.direction) }
    let cells = run.cells.filter(\.isCorrect)
    switch self {
    case .github:
      return try .json(
        cells.flatMap { cell in metrics.compactMap { Self.gitHubEntry(cell, $0) } })
    case .bencher:
      let benchmarks = cells.map { cell in
        let figures = metrics.compactMap { metric in
          cell.figures[metric.name].map { (metric.name, BencherMetric($0)) }
        }
        return (cell.cell.text, Dictionary(uniqueKeysWithValues: figures))
      }
      return try .json(Dictionary(uniqueKeysWithValues: benchmarks.filter { !$0.1.isEmpty }))
    }
  }

  private struct GitHubEntry: Encodable {
    let name: String, unit: String
    let value: Double
    /// Half the width of the 95 % interval.
    let range: String?
    let extra: String
  }

  private static func gitHubEntry(_ cell: CellSummary, _ metric: Metric) -> GitHubEntry? {
    guard let figure = cell.figures[metric.name] else { return nil }
    let range = figure.low.flatMap { low in
      figure.high.map { "± \(FigureText.threeDigits(($0 - low) / 2))" }
    }
    return GitHubEntry(
      name: "\(cell.cell.text): \(metric.name)", unit: metric.unit, value: figure.median,
      range: range, extra: "median in \(cell.time.rawValue) time; trials: \(figure.count)")
  }

  private struct BencherMetric: Encodable {
    // swift-format-ignore: the format's own names
    let value: Double, lower_value: Double?, upper_value: Double?

    init(_ figure: MedianInterval) {
      (value, lower_value, upper_value) = (figure.median, figure.low, figure.high)
    }
  }
}

extension SavedRun {
  /// A sentence that names the cells left out of an export; nil if there are none.
  package var leftOut: String? {
    let failed = cells.filter { !$0.isCorrect }.map { "\($0.cell.text) (\($0.failures))" }
    return failed.isEmpty
      ? nil : "Left out because trials failed: \(failed.joined(separator: ", "))."
  }
}
