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
  private(set) var estimate: HodgesLehmann?
  private(set) var pairs = 0
  private var test: WilcoxonSignedRank?
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
  }

  init(logRatios: [Double]) {
    estimate = HodgesLehmann(logRatios.sorted())
    ratio = estimate.map { exp($0.estimate) }
    isMore = ratio.map { $0 > 1 }
    pairs = logRatios.count
    test = logRatios.isEmpty ? nil : WilcoxonSignedRank(logRatios)
  }

  /// Whether the candidate is worse, given which direction is better. A figure that is missing or NaN counts as worse.
  func isWorse(_ better: Metric.Direction) -> Bool {
    isMore.map { better == ($0 ? .lower : .higher) } ?? true
  }

  /// The estimate and its interval's upper end, positive in the given direction, and the one-sided p; nil if untested.
  func toward(more: Bool) -> (estimate: Double, largest: Double?, p: Double)? {
    guard let estimate, let test else { return nil }
    return more
      ? (estimate.estimate, estimate.high, test.pGreater)
      : (-estimate.estimate, estimate.low.map { -$0 }, test.pLess)
  }
}
