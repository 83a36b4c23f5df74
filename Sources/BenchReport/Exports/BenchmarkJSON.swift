import BenchHarness
import Foundation

extension ForeignFormat {
  /// `customSmallerIsBetter` of github-action-benchmark: a list of benchmarks, each with one value.
  /// Source: https://github.com/benchmark-action/github-action-benchmark, the README's "Examples" and the
  /// schema in `src/extract.ts`.
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

  /// Bencher Metric Format: by benchmark and measure a value, with the ends of its interval as bounds.
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
  /// For other programs and for people.
  static func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder.readable.encode(value), as: UTF8.self) + "\n"
  }
}
