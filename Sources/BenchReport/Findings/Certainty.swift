import BenchHarness
import BenchMath
import Foundation

/// Strategies that are hardly worse than the best one, or of which the trials do not say so.
package struct Rivals: Sendable {
  /// Surely within 10 %.
  package var near: [String] = []
  /// Neither surely within 10 % nor surely worse.
  package var open: [String] = []
}

/// How sure the order of figures is: exact in virtual time, and by Mann–Whitney in real time.
struct Certainty {
  /// Smaller differences are not worth recommending a strategy for.
  static let margin = 1.1

  private let isExact: Bool
  private let isBusy: Bool
  let note: Finding?

  init(_ cells: [CellSummary], isBusy: Bool) {
    let trials = cells.filter(\.isCorrect).compactMap { $0.figures.values.map(\.count).max() }.min()
    isExact = cells.allSatisfy { $0.time == .virtual }
    self.isBusy = isBusy
    let isSure = isExact || (!isBusy && (trials ?? 0) >= MedianInterval.fewest)
    note = trials.flatMap { isSure ? nil : .uncertain(trials: $0, isBusy: isBusy) }
  }

  /// Those of `others` that may be as good as `best`, by the trials of each, smaller being better.
  /// Nothing is said of too few trials, or on a busy machine.
  func rivals(
    of best: [Double], among others: [(name: String, trials: [Double])]
  ) -> Rivals {
    others.reduce(into: Rivals()) { rivals, other in
      guard let (low, high) = ratio(other.trials, to: best) else { return }
      if high <= Self.margin {
        rivals.near.append(other.name)
      } else if low <= 1 {
        rivals.open.append(other.name)
      }
    }
  }

  /// The 95 % interval of how many times as large `other` is.
  private func ratio(_ other: [Double], to best: [Double]) -> (low: Double, high: Double)? {
    guard (other + best).allSatisfy({ $0 > 0 }) else { return nil }
    if isExact { return other.first.flatMap { own in best.first.map { (own / $0, own / $0) } } }
    guard !isBusy, min(other.count, best.count) >= MedianInterval.fewest,
      let distance = HodgesLehmann([(best.map { log($0) }, other.map { log($0) })]),
      let low = distance.low, let high = distance.high
    else { return nil }
    return (exp(low), exp(high))
  }
}
