import BenchHarness
import BenchMath
import Foundation

/// How a candidate's figure differs from the base's, for the gate and `compare`.
/// Virtual time and counts are exact: one sample per side is enough. Blocks that run both sides alternately give pairs
/// with the same drift of the machine, for Wilcoxon's signed-rank test. Two separate runs give no pairs, so they are
/// compared by permuting their trials (``ComparedBlocks``). Logarithms are compared, so that halving and doubling weigh
/// the same; the Hodges–Lehmann estimate gives the size of the difference.
struct Change {
  /// Candidate ÷ base; nil if undefined or unknown.
  let ratio: Double?
  /// The logarithm of the ratio, with its interval; nil for exact figures and without samples.
  let estimate: HodgesLehmann?
  let pairs: Int
  /// The one-sided p-values: how probable samples at least this extreme are if nothing differs.
  private let tails: (more: Double, less: Double)?
  /// Whether the candidate's figure is higher; nil if the sides cannot be compared.
  private let isMore: Bool?

  /// Compares exact figures; nil if they are equal or differ by at most `allowed`.
  init?(exact base: Double?, _ candidate: Double?, allowed: Double? = nil) {
    if let base, let candidate {
      // NaN always counts as a difference.
      if candidate == base || abs(candidate - base) <= (allowed ?? -1) + 1e-9 { return nil }
      isMore = base.isNaN || candidate.isNaN ? nil : candidate > base
      // The percentage must be finite, too.
      let factor = candidate / base
      ratio = base != 0 && (factor * 100).isFinite ? factor : nil
    } else {
      (isMore, ratio) = (nil, nil)
    }
    (estimate, pairs, tails) = (nil, 0, nil)
  }

  init(logRatios: [Double]) {
    estimate = HodgesLehmann(logRatios.sorted())
    ratio = estimate.map { exp($0.estimate) }
    isMore = ratio.map { $0 > 1 }
    pairs = logRatios.count
    let test = logRatios.isEmpty ? nil : WilcoxonSignedRank(logRatios)
    tails = test.map { ($0.pGreater, $0.pLess) }
  }

  /// Whether the candidate is worse, given which direction is better. A figure that is missing or NaN counts as worse.
  func isWorse(_ better: Metric.Direction) -> Bool {
    isMore.map { better == ($0 ? .lower : .higher) } ?? true
  }

  /// The estimate and its interval's upper end, positive in the given direction, and the one-sided p; nil if untested.
  func toward(more: Bool) -> (estimate: Double, largest: Double?, p: Double)? {
    guard let estimate, let tails else { return nil }
    return more
      ? (estimate.estimate, estimate.high, tails.more)
      : (-estimate.estimate, estimate.low.map { -$0 }, tails.less)
  }
}
