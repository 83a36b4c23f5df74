import BenchHarness
import BenchMath
import Foundation

/// Separates certain differences from merely possible ones: exactly in virtual time, by 95 % intervals in real time.
struct Certainty {
  /// Strategies whose figures differ by at most this factor count as about equally good.
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

  /// The `others` that may be about as good as `best`; lower is better. Leaves out those whose ratio is unknown.
  func rivals(of best: [Double], among others: [(name: String, trials: [Double])]) -> Finding.Rivals
  {
    others.reduce(into: Finding.Rivals()) { rivals, other in
      guard let (low, high) = ratio(other.trials, to: best) else { return }
      if high <= Self.margin {
        rivals.near.append(other.name)
      } else if low <= 1 {
        rivals.open.append(other.name)
      }
    }
  }

  /// The 95 % interval of `other` ÷ `best`; exact in virtual time. In real time, nil with few trials or a busy machine.
  private func ratio(_ other: [Double], to best: [Double]) -> (low: Double, high: Double)? {
    guard (other + best).allSatisfy({ $0 > 0 }) else { return nil }
    if isExact { return other.first.flatMap { own in best.first.map { (own / $0, own / $0) } } }
    guard !isBusy, min(other.count, best.count) >= MedianInterval.fewest,
      let distance = HodgesLehmann(best.map { log($0) }, other.map { log($0) }),
      let low = distance.low, let high = distance.high
    else { return nil }
    return (exp(low), exp(high))
  }
}
