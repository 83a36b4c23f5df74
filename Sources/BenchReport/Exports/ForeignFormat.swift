import BenchHarness
import Foundation

/// A file format of another program.
package struct ForeignFormat: Sendable {
  package struct Product: Sendable {
    package var text: String
    package var notes: [String] = []
  }

  /// Permanent: a value of `bench export --format`.
  package let name: String
  package let summary: String
  package var directions: Set<Metric.Direction> = [.lower, .higher]
  package let make: @Sendable (SavedRun, [Metric]) throws -> Product
}

extension ForeignFormat {
  /// In the chosen metrics, or the usual ones that the format takes.
  /// - Throws: ``BenchError``, also for a chosen metric that the format does not take.
  package func product(_ run: SavedRun, metrics chosen: [Metric]?) throws -> Product {
    if let metric = chosen?.first(where: { !directions.contains($0.direction) }) {
      let takes = directions.map(\.rawValue).sorted().joined(separator: " or ")
      throw BenchError.badValue(
        what: "metric for the format \(name)", value: metric.name,
        expected: "some of which '\(ProgramName.text) list' says that \(takes) is better")
    }
    let usual = [Metric].usual(run.header.time).filter { directions.contains($0.direction) }
    return try make(run, chosen ?? usual)
  }
}

extension [ForeignFormat] {
  package static let standard: [ForeignFormat] = [.github, .bencher]

  package static func named(_ name: String) throws -> ForeignFormat {
    guard let format = standard.first(where: { $0.name == name }) else {
      throw BenchError.unknownName(kind: "format", name: name, choices: standard.map(\.name))
    }
    return format
  }
}

extension SavedRun {
  /// Figures of cells with failed trials would mislead in a chart.
  var soundCells: [CellSummary] { cells.filter(\.isCorrect) }

  var leftOut: [String] {
    let failed = cells.filter { !$0.isCorrect }.map { "\($0.cell.text) (\($0.failures))" }
    return failed.isEmpty
      ? [] : ["Left out because trials failed: \(failed.joined(separator: ", "))."]
  }
}

extension ForeignFormat {
  /// `customSmallerIsBetter`: a list of benchmarks with one value each.
  /// Source: https://github.com/benchmark-action/github-action-benchmark, README and
  /// `src/extract.ts`.
  static let github = ForeignFormat(
    name: "github",
    summary: "github-action-benchmark: charts on GitHub Pages",
    directions: [.lower]
  ) { run, metrics in
    let entries = run.soundCells.flatMap { cell in
      metrics.compactMap { metric in
        cell.figures[metric.name].map { figure in
          GitHubEntry(
            name: "\(cell.cell.text): \(metric.name)", unit: metric.unit, value: figure.median,
            range: figure.low.flatMap { low in
              figure.high.map { "± \(FigureText.threeDigits(($0 - low) / 2))" }
            },
            extra: "median of \(figure.count) trials in \(cell.time.rawValue) time")
        }
      }
    }
    return try Product(text: .json(entries), notes: run.leftOut)
  }

  private struct GitHubEntry: Encodable {
    let name: String, unit: String
    let value: Double
    /// Half of the 95 % interval.
    let range: String?
    let extra: String
  }

  /// Source: https://bencher.dev/docs/reference/bencher-metric-format/ and its schema, `bmf.json`.
  static let bencher = ForeignFormat(
    name: "bencher", summary: "Bencher Metric Format, bounds: the 95 % interval"
  ) { run, metrics in
    let benchmarks = run.soundCells.map { cell in
      let measures = metrics.compactMap { metric in
        cell.figures[metric.name].map {
          (metric.name, BencherMetric(value: $0.median, lower_value: $0.low, upper_value: $0.high))
        }
      }
      return (cell.cell.text, Dictionary(uniqueKeysWithValues: measures))
    }.filter { !$0.1.isEmpty }
    return try Product(
      text: .json(Dictionary(uniqueKeysWithValues: benchmarks)), notes: run.leftOut)
  }

  private struct BencherMetric: Encodable {
    // swift-format-ignore: the format's own names
    let value: Double, lower_value: Double?, upper_value: Double?
  }
}

extension String {
  static func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder.readable.encode(value), as: UTF8.self) + "\n"
  }
}
