import BenchHarness
import BenchMath
import Foundation

/// How a figure of a candidate differs from base's: the one answer to "did it change?".
///
/// The gate's checks and `compare` differ only in where samples come from, and in what can be assumed of
/// them. Figures of virtual time and counts do not vary by chance: one sample of each side is enough.
/// Samples of real time come in pairs that saw the same drift of the machine. Their log ratios are
/// compared, so that halving and doubling weigh the same, by the Hodges–Lehmann estimate and Wilcoxon's
/// signed-rank test.
struct Change {
  /// What a change is for whoever uses the figure.
  enum Effect {
    case worse, better
    /// Of a figure that is neither good nor bad.
    case neither

    /// What a change to more or less is where `direction` is better.
    init(_ direction: Metric.Direction, isMore: Bool) {
      switch direction {
      case .neither: self = .neither
      case .lower: self = isMore ? .worse : .better
      case .higher: self = isMore ? .better : .worse
      }
    }
  }

  /// Candidate ÷ base; nil where that says nothing, as from 0.
  let ratio: Double?
  /// The logarithm of ``ratio`` with its interval; nil for what does not vary, and without pairs.
  let estimate: HodgesLehmann?
  /// How many pairs there are.
  let pairs: Int
  private let test: WilcoxonSignedRank?
  /// Whether it is more than it was; nil for what compares with nothing.
  private let isMore: Bool?

  /// Of figures that do not vary by chance, up to a difference of `allowed`; nil for no change.
  init?(exact base: Double?, _ candidate: Double?, allowed: Double? = nil) {
    if let base, let candidate {
      // Not >: what is no number differs from everything.
      if abs(candidate - base) <= allowed.map({ $0 + 1e-9 }) ?? 0 { return nil }
      isMore = base.isNaN || candidate.isNaN ? nil : candidate > base
      // In percent it has to be a number, too.
      let factor = candidate / base
      ratio = base != 0 && (factor * 100).isFinite ? factor : nil
    } else {
      (isMore, ratio) = (nil, nil)
    }
    (estimate, pairs, test) = (nil, 0, nil)
  }

  /// Of the logarithms of candidate ÷ base, one for each pair of samples.
  init(logRatios: [Double]) {
    estimate = HodgesLehmann(logRatios.sorted())
    ratio = estimate.map { exp($0.estimate) }
    isMore = ratio.map { $0 > 1 }
    pairs = logRatios.count
    test = logRatios.isEmpty ? nil : WilcoxonSignedRank(logRatios)
  }

  /// Whether there are enough pairs for an interval, and so for a test.
  var isTested: Bool { estimate?.low != nil }

  /// How probable such pairs are where nothing differs, on either side; nil where nothing is tested.
  var p: Double? { isTested ? test.map { min(1, 2 * min($0.pGreater, $0.pLess)) } : nil }

  /// What it is where `direction` is better. A figure that is gone is worse: whatever it would have shown
  /// is not seen any more. So is one that is no number.
  func effect(_ direction: Metric.Direction) -> Effect {
    isMore.map { Effect(direction, isMore: $0) } ?? .worse
  }

  /// The change in one direction: the estimate and the end of its interval in that direction, as
  /// logarithms above 0 where the figure moved there; and how probable that is where nothing differs.
  func toward(more: Bool) -> (estimate: Double, largest: Double?, p: Double)? {
    guard let estimate, let test else { return nil }
    return more
      ? (estimate.estimate, estimate.high, test.pGreater)
      : (-estimate.estimate, estimate.low.map { -$0 }, test.pLess)
  }
}
