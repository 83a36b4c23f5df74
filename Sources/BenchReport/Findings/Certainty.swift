import BenchHarness
import BenchMath
import Foundation

/// Separates certain differences from merely possible ones: by 95 % intervals, but exactly in virtual time with one seed.
struct Certainty {
  /// Strategies whose figures differ by at most this factor count as about equally good.
  static let margin = 1.1

  private let isExact: Bool
  private let isBusy: Bool
  /// A warning if small differences may be noise.
  let note: String?

  init(_ cells: [CellSummary], isBusy: Bool) {
    let trials = cells.filter(\.isCorrect).compactMap { $0.figures.values.map(\.count).max() }.min()
    isExact = cells.allSatisfy { $0.time == .virtual } && trials ?? 1 == 1
    self.isBusy = isBusy
    let isSure = isExact || (!isBusy && (trials ?? 0) >= MedianInterval.fewest)
    note = trials.flatMap { trials in
      let few = trials == 1 ? "One trial each" : "Few trials each"
      return isSure
        ? nil : "\(isBusy ? "The machine was busy" : few): small differences may be noise."
    }
  }

  /// The end of a sentence about `best`: `others` with a known ratio that may be about as good; lower is better.
  func rivals(of best: [Double], among others: [(name: String, trials: [Double])]) -> String {
    var (near, open): ([String], [String]) = ([], [])
    for other in others {
      guard let (low, high) = ratio(other.trials, to: best) else { continue }
      if high <= Self.margin {
        near.append(other.name)
      } else if low <= 1 {
        open.append(other.name)
      }
    }
    let parts = [
      near.isEmpty ? nil : "\(near.some) \(near.verb("is", "are")) within 10 % of it",
      open.isEmpty ? nil : "\(open.some) may be just as good",
    ].compactMap { $0 }
    return parts.isEmpty ? "" : "; " + parts.joined(separator: ", and ")
  }

  /// The 95 % interval of `other` ÷ `best`, or the exact ratio; nil with few trials or a busy machine.
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

extension [String] {
  /// The first three, and how many more there are.
  var some: String { (prefix(3) + (count > 3 ? ["\(count - 3) more"] : [])).listed }

  /// The form of a verb that agrees with them.
  func verb(_ singular: String, _ plural: String) -> String { count == 1 ? singular : plural }
}
