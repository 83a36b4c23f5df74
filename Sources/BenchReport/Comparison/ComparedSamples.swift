import BenchHarness
import BenchMath
import Foundation

/// What two runs measured of one metric, in one cell or in the geometric mean over cells.
struct ComparedSamples {
  /// One run's trials.
  struct Side {
    /// The figures, by the trial's number.
    let figures: [Int: Double]
    /// How many trials were cut short, and have no figure.
    let failed: Int
    /// How many trials ended as they should not, by outcome, and how many are missing.
    let losses: [(what: String, count: Int)]

    /// All of them as the test takes them: what was cut short is worse than any figure.
    func all(_ direction: Metric.Direction) -> [Double] {
      let worst: Double? =
        switch direction {
        case .lower: .infinity
        case .higher: -.infinity
        case .neither: nil
        }
      return Array(figures.values) + (worst.map { Array(repeating: $0, count: failed) } ?? [])
    }

    /// How many there are that are compared.
    var count: Int { figures.count + failed }

    var median: Double? { MedianInterval(Array(figures.values))?.median }

    fileprivate var hasLogarithms: Bool {
      failed == 0 && !figures.isEmpty && figures.values.allSatisfy { $0 > 0 }
    }
  }

  /// Nil for a mean over cells.
  let cell: Cell?
  /// How many cells it is made of.
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

  /// Of what trials with the same number did in all cells whose figures have logarithms; nil without any.
  /// Within a run they are a block: they saw the same drift of the machine.
  ///
  /// A trial's figures are taken relative to those of the old run in their cell, so that one that is
  /// missing moves no mean.
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
