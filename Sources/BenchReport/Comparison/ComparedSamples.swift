import BenchHarness
import BenchMath
import Foundation

struct ComparedSamples {
  struct Side {
    /// By the trial's number.
    let figures: [Int: Double]
    /// Trials that were cut short and have no figure.
    let failed: Int
    let losses: [(what: String, count: Int)]

    /// With trials that were cut short as worse than any figure.
    func all(_ direction: Metric.Direction) -> [Double] {
      let worst: Double? =
        switch direction {
        case .lower: .infinity
        case .higher: -.infinity
        case .neither: nil
        }
      return Array(figures.values) + (worst.map { Array(repeating: $0, count: failed) } ?? [])
    }

    var count: Int { figures.count + failed }

    var median: Double? { MedianInterval(Array(figures.values))?.median }

    fileprivate var hasLogarithms: Bool {
      failed == 0 && !figures.isEmpty && figures.values.allSatisfy { $0 > 0 }
    }
  }

  let cell: Cell?
  let cells: Int
  let metric: Metric
  let old, new: Side

  /// Nil unless one run has a figure, and the other has one or failed.
  init?(_ cell: Cell, _ metric: Metric, _ old: Side, _ new: Side) {
    guard [old, new].allSatisfy({ !$0.figures.isEmpty || $0.failed > 0 }),
      [old, new].contains(where: { !$0.figures.isEmpty })
    else { return nil }
    (self.cell, cells, self.metric, self.old, self.new) = (cell, 1, metric, old, new)
  }

  /// Geometric means over cells, by the trial's number: the trials of a block saw the same drift.
  /// Figures are relative to the old run's in their cell, so that a missing one moves no mean. Nil
  /// if no cell has only figures above 0.
  init?(mean samples: [ComparedSamples]) {
    let cells = samples.filter { $0.old.hasLogarithms && $0.new.hasLogarithms }
    guard let metric = cells.first?.metric else { return nil }
    func mean(_ side: (ComparedSamples) -> Side) -> Side {
      let relative = cells.flatMap { cell in
        side(cell).figures.map { (number: $0.key, log: log($0.value / (cell.old.median ?? 1))) }
      }
      let blocks = Dictionary(grouping: relative, by: \.number)
        .mapValues { block in exp(block.reduce(0) { $0 + $1.log } / Double(block.count)) }
      return Side(figures: blocks, failed: 0, losses: [])
    }
    (cell, self.cells, self.metric) = (nil, cells.count, metric)
    (old, new) = (mean(\.old), mean(\.new))
  }
}
