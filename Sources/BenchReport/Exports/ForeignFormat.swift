import BenchHarness
import Foundation

/// A format of other people's programs that a saved run can be written in.
package struct ForeignFormat: Sendable {
  package struct Product: Sendable {
    package var text: String
    package var notes: [String] = []
  }

  /// Permanent: a value of `bench export --format`.
  package let name: String
  /// Who reads it, and what it holds, in one line.
  package let summary: String
  /// Which metrics it takes; none where it holds no figures.
  package var directions: Set<Metric.Direction> = [.lower, .higher]
  /// Makes it of a run, with these metrics.
  package let make: @Sendable (SavedRun, [Metric]) throws -> Product
}

extension ForeignFormat {
  /// Writes `run` with the metrics that were chosen, or else the usual ones that it takes.
  /// - Throws: ``BenchError``, also for a metric that was chosen and that it does not take.
  package func product(_ run: SavedRun, metrics chosen: [Metric]?) throws -> Product {
    if let metric = chosen?.first(where: { !directions.contains($0.direction) }) {
      let takes = directions.map(\.rawValue).sorted().joined(separator: " or ")
      throw BenchError.badValue(
        what: "metric for the format \(name)", value: metric.name,
        expected: takes.isEmpty
          ? "no --metric: it holds no figures"
          : "some of which '\(ProgramName.text) list' says that \(takes) is better")
    }
    let usual = [Metric].usual(run.header.time).filter { directions.contains($0.direction) }
    return try make(run, chosen ?? usual)
  }
}

extension [ForeignFormat] {
  package static let standard: [ForeignFormat] = [
    .github,
    .bencher,
    .perfetto,
  ]

  package static func named(_ name: String) throws -> ForeignFormat {
    guard let format = standard.first(where: { $0.name == name }) else {
      throw BenchError.unknownName(kind: "format", name: name, choices: standard.map(\.name))
    }
    return format
  }
}

extension SavedRun {
  /// The cells whose trials all ended well: figures of others would be charted beside them.
  var soundCells: [CellSummary] { cells.filter(\.isCorrect) }

  /// Which cells an export leaves out; empty for none.
  var leftOut: [String] {
    let failed = cells.filter { !$0.isCorrect }.map { "\($0.cell.text) (\($0.failures))" }
    return failed.isEmpty
      ? [] : ["Left out because trials failed: \(failed.joined(separator: ", "))."]
  }
}
