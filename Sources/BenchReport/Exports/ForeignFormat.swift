import BenchHarness

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
    case .github: return try .json(cells.flatMap { Self.gitHubEntries($0, metrics) })
    case .bencher:
      let benchmarks = cells.map { ($0.cell.text, Self.bencherMetrics($0, metrics)) }
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

  private static func gitHubEntries(_ cell: CellSummary, _ metrics: [Metric]) -> [GitHubEntry] {
    metrics.compactMap { metric in
      cell.figures[metric.name].map { figure in
        GitHubEntry(
          name: "\(cell.cell.text): \(metric.name)", unit: metric.unit, value: figure.median,
          range: figure.low.flatMap { low in
            figure.high.map { "± \(FigureText.threeDigits(($0 - low) / 2))" }
          },
          extra: "median in \(cell.time.rawValue) time; trials: \(figure.count)")
      }
    }
  }

  private struct BencherMetric: Encodable {
    // swift-format-ignore: the format's own names
    let value: Double, lower_value: Double?, upper_value: Double?
  }

  private static func bencherMetrics(
    _ cell: CellSummary, _ metrics: [Metric]
  ) -> [String: BencherMetric] {
    metrics.reduce(into: [:]) { measures, metric in
      measures[metric.name] = cell.figures[metric.name].map {
        BencherMetric(value: $0.median, lower_value: $0.low, upper_value: $0.high)
      }
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
