import BenchHarness
import BenchMath
import Foundation

/// Two sides as blocks: the trials of one number, which mostly ran one after the other and share the machine's state.
struct ComparedBlocks {
  /// Each block's figure as a logarithm, or NaN if the block has none. For pairs, it is the logarithm of the ratio.
  struct Row {
    var logs: [Double]
    /// Whether no figure is 0 or infinite; such figures have no ratio.
    var hasRatios = true
  }

  private let sides: [ComparedSide]
  /// Whether both sides are strategies of one run, whose trials of a number are a pair.
  private let arePairs: Bool
  private let numbers: [[Int]]

  init(_ old: ComparedSide, _ new: ComparedSide) {
    sides = [old, new]
    arePairs = old.run.folder == new.run.folder
    numbers = sides.map(\.trialNumbers)
  }

  /// The fewest trials per side with which a test can reach ``ComparedFigure/level``.
  var fewest: Int { (1...).first { smallest($0, $0) <= ComparedFigure.level } ?? 0 }

  /// The smallest p that samples of these sizes can give.
  func smallest(_ first: Int, _ second: Int) -> Double {
    arePairs
      ? PermutationTest.smallest(pairs: min(first, second))
      : PermutationTest.smallest(first, second)
  }

  func row(_ cell: Cell, _ metric: Metric) -> Row {
    let logs = sides.map { $0.byTrial(cell, metric).mapValues { log($0) } }
    let finite = logs.flatMap(\.values).filter(\.isFinite)
    let (low, high) = (finite.min() ?? 0, finite.max() ?? 0)
    // A trial that was cut short, or a figure of 0, must be further from the others than they are from each other.
    let beyond = max(high - low, log(10))
    func bounded(_ side: Int, _ number: Int) -> Double {
      logs[side][number].map { min(max($0, low - beyond), high + beyond) } ?? .nan
    }
    return Row(
      logs: arePairs
        ? numbers[0].map { bounded(1, $0) - bounded(0, $0) }
        : numbers.indices.flatMap { side in numbers[side].map { bounded(side, $0) } },
      hasRatios: finite.count == logs[0].count + logs[1].count)
  }

  /// The p of each of `figures`, which consist of rows.
  func test(_ figures: [[Row]]) -> [Double] {
    let figures = figures.map { $0.map(\.logs) }
    return arePairs
      ? PermutationTest(pairs: figures).p : PermutationTest(figures, first: numbers[0].count).p
  }

  /// What most of `rows` do: the median of each block, which a change of one of them hardly moves.
  func middle(_ rows: [Row]) -> Row { Row(logs: eachBlock(rows, \.middle)) }

  /// `combine` of each block's values, which are centred by row unless they are ratios already.
  private func eachBlock(_ rows: [Row], _ combine: ([Double]) -> Double) -> [Double] {
    let centred = rows.map { arePairs ? $0.logs : $0.logs.centred }
    return (centred.first ?? []).indices.map { block in combine(centred.map { $0[block] }) }
  }

  /// The change of the mean over `rows`, as a logarithm with its 95 % interval; nil if a side has no figures.
  func change(_ rows: [Row]) -> HodgesLehmann? {
    let means = eachBlock(rows) { block in
      let values = block.filter { !$0.isNaN }
      return values.isEmpty ? .nan : values.reduce(0, +) / Double(values.count)
    }
    guard !arePairs else { return HodgesLehmann(means.filter { !$0.isNaN }.sorted()) }
    let count = numbers[0].count
    return HodgesLehmann(
      means.prefix(count).filter { !$0.isNaN }, means.dropFirst(count).filter { !$0.isNaN })
  }

  /// The rows without the noise of each block, estimated by the median of the other strategies' rows in that block.
  /// Unchanged if fewer than three strategies can show the noise.
  func withoutSharedNoise(_ rows: [(strategy: String, row: Row)]) -> [Row] {
    guard !arePairs else { return rows.map(\.row) }
    let centred = rows.map(\.row.logs.centred)
    var noises: [String: [Double]] = [:]
    for strategy in Set(rows.map(\.strategy)) {
      let others = rows.indices.filter { rows[$0].strategy != strategy }
      guard Set(others.map { rows[$0].strategy }).count >= 3 else { continue }
      noises[strategy] = rows[0].row.logs.indices.map { block in
        others.map { centred[$0][block] }.middle
      }
    }
    return rows.map { strategy, row in
      guard let noise = noises[strategy] else { return row }
      let logs = zip(row.logs, noise).map { $1.isNaN ? $0 : $0 - $1 }
      return Row(logs: logs, hasRatios: row.hasRatios)
    }
  }
}

extension [Double] {
  /// The median of the values that are not NaN; NaN if there are none.
  fileprivate var middle: Double { MedianInterval(filter { !$0.isNaN })?.median ?? .nan }

  fileprivate var centred: [Double] {
    let middle = middle
    return map { $0 - middle }
  }
}
