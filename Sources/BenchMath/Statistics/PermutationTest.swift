import Foundation

/// Tests many figures of the same blocks, such as trials, at once: how often would meaningless labels give a difference
/// as large as the figure's? All figures of a block keep its label, so they may depend on each other, and the p-values
/// hold for all figures together. The difference is that of the means divided by its standard error; for several rows,
/// the sum of differences divided by the root of the sum of squared errors. Sources: Westfall, Young, "Resampling-based
/// multiple testing", 1993; Chung, Romano, "Exact and asymptotically robust permutation tests", 2013.
package struct PermutationTest: Sendable {
  /// Rows of values that are tested as one figure, a value for each block; NaN if a block has none.
  package typealias Figure = [[Double]]

  /// For each figure, the probability that the largest difference of all figures is at least its own.
  package let p: [Double]

  /// How many random labelings to draw if there are more.
  private static let drawn = 10_000

  /// The smallest p that samples of these sizes can give; the opposite of a labeling has the same difference.
  package static func smallest(_ first: Int, _ second: Int) -> Double {
    (first == second ? 2 : 1) / ways(first, of: first + second)
  }

  /// The smallest p that this many pairs can give.
  package static func smallest(pairs: Int) -> Double { 2 / pow(2, Double(pairs)) }

  private static func ways(_ chosen: Int, of all: Int) -> Double {
    (0..<min(chosen, all)).reduce(1) { $0 * Double(all - $1) / Double($1 + 1) }
  }

  /// Tests whether the blocks from `first` on differ from those before. O(labelings × values).
  package init(_ figures: [Figure], first: Int) {
    let count = figures.first?.first?.count ?? 0
    let own = (0..<count).map { $0 >= first }
    self.init(figures, Self.labelings(own, arePairs: false)) { row, labels in
      var (one, two) = (Moments(), Moments())
      for (value, isSecond) in zip(row, labels) {
        if isSecond { two.add(value) } else { one.add(value) }
      }
      return one.count > 1 && two.count > 1
        ? (two.mean - one.mean, one.error + two.error) : nil
    }
  }

  /// Tests whether differences within blocks are centred on 0: flips the signs of a block's differences together.
  package init(pairs figures: [Figure]) {
    let own = (figures.first?.first ?? []).map { _ in true }
    self.init(figures, Self.labelings(own, arePairs: true)) { row, labels in
      var all = Moments()
      for (value, isKept) in zip(row, labels) { all.add(isKept ? value : -value) }
      return all.count > 1 ? (all.mean, all.error) : nil
    }
  }

  private init(
    _ figures: [Figure], _ labelings: [[Bool]],
    _ difference: ([Double], [Bool]) -> (size: Double, error: Double)?
  ) {
    func statistic(_ figure: Figure, _ labels: [Bool]) -> Double {
      let parts = figure.compactMap { difference($0, labels) }
      let size = abs(parts.reduce(0) { $0 + $1.size })
      // Equal values have no error; rounding must not make a difference between them look certain.
      return size <= 1e-9 ? 0 : size / (parts.reduce(1e-18) { $0 + $1.error }).squareRoot()
    }
    let observed = labelings.first.map { own in figures.map { statistic($0, own) } } ?? []
    var reached = [Int](repeating: 0, count: figures.count)
    for labels in labelings {
      let largest = figures.reduce(0) { max($0, statistic($1, labels)) }
      for (place, own) in observed.enumerated() where largest >= own * (1 - 1e-9) {
        reached[place] += 1
      }
    }
    let all = Double(max(1, labelings.count))
    p = reached.map { Double($0) / all }
  }

  /// The labeling `own`, then all others or, if there are too many, random ones. Pairs may have any labels; otherwise,
  /// there are as many of each label as in `own`.
  private static func labelings(_ own: [Bool], arePairs: Bool) -> [[Bool]] {
    let chosen = own.count { $0 }
    let ways = arePairs ? pow(2, Double(own.count)) : Self.ways(chosen, of: own.count)
    if ways <= Double(drawn), own.count <= 64 {
      return [own] + all(own.count, chosen: arePairs ? nil : chosen).filter { $0 != own }
    }
    var generator = SeededGenerator(seed: 1)
    return [own]
      + (1..<drawn).map { _ in
        arePairs
          ? own.map { _ in Bool.random(using: &generator) } : own.shuffled(using: &generator)
      }
  }

  /// All labelings of `count` blocks; unless `chosen` is nil, only those with that many true labels.
  private static func all(_ count: Int, chosen: Int?) -> [[Bool]] {
    guard count > 0 else { return chosen ?? 0 == 0 ? [[]] : [] }
    guard (0...count).contains(chosen ?? count) else { return [] }
    return all(count - 1, chosen: chosen).map { $0 + [false] }
      + all(count - 1, chosen: chosen.map { $0 - 1 }).map { $0 + [true] }
  }
}

/// The mean of values and its squared standard error; skips NaN.
private struct Moments {
  private(set) var count = 0.0
  private(set) var mean = 0.0
  private var squares = 0.0

  mutating func add(_ value: Double) {
    guard !value.isNaN else { return }
    count += 1
    let step = value - mean
    mean += step / count
    squares += step * (value - mean)
  }

  var error: Double { squares / ((count - 1) * count) }
}
