import BenchHarness
import BenchMath
import Foundation

/// How a figure of a candidate differs from base's: the one answer to "did it change?".
///
/// The gate's checks and `compare` differ only in where samples come from, and in what can be assumed of
/// them. Figures of virtual time and counts do not vary by chance: one sample of each side is enough.
/// Where blocks ran both sides in turns, samples come in pairs that saw the same drift of the machine:
/// Wilcoxon's signed-rank test. Two runs have no pairs: the Mann–Whitney test of all their samples. Either
/// way logarithms are compared, so that halving and doubling weigh the same, and the Hodges–Lehmann
/// estimate says by how much they differ.
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
  /// The change with its interval; nil for what does not vary, and without samples.
  let estimate: HodgesLehmann?
  /// Whether the estimate is the logarithm of a ratio; else it is a difference.
  let isLogarithm: Bool
  /// How many pairs there are.
  let pairs: Int
  /// What is not paired, as it is compared.
  private let unpaired: [[Double]]
  /// How probable such samples, or more extreme ones, are where nothing differs.
  private let tails: (more: Double, less: Double)?
  /// Whether it is more than it was; nil for what compares with nothing.
  private let isMore: Bool?

  /// Of figures that do not vary by chance, up to a difference of `allowed`; nil for no change.
  init?(exact base: Double?, _ candidate: Double?, allowed: Double? = nil) {
    if let base, let candidate {
      // What is no number differs from everything.
      if candidate == base { return nil }
      if let allowed, abs(candidate - base) <= allowed + 1e-9 { return nil }
      isMore = base.isNaN || candidate.isNaN ? nil : candidate > base
      // In percent it has to be a number, too.
      let factor = candidate / base
      ratio = base != 0 && (factor * 100).isFinite ? factor : nil
    } else {
      (isMore, ratio) = (nil, nil)
    }
    (estimate, isLogarithm, pairs, unpaired, tails) = (nil, true, 0, [], nil)
  }

  /// Of the logarithms of candidate ÷ base, one for each pair of samples.
  init(logRatios: [Double]) {
    estimate = HodgesLehmann(logRatios.sorted())
    ratio = estimate.map { exp($0.estimate) }
    isMore = ratio.map { $0 > 1 }
    (isLogarithm, pairs, unpaired) = (true, logRatios.count, [])
    let test = logRatios.isEmpty ? nil : WilcoxonSignedRank(logRatios)
    tails = test.map { ($0.pGreater, $0.pLess) }
  }

  /// Of samples that are not paired, all of both sides. Their logarithms are compared where all are above
  /// 0. An infinite one stands for a trial that failed before it had a figure.
  init(unpaired base: [Double], _ candidate: [Double]) {
    let isLogarithm = (base + candidate).allSatisfy { $0 > 0 || $0.isInfinite }
    unpaired = [base, candidate].map { samples in
      samples.map { isLogarithm && $0.isFinite ? log($0) : $0 }
    }
    estimate = HodgesLehmann(from: unpaired[0], to: unpaired[1])
    let test = MannWhitney(unpaired[0], unpaired[1])
    (pairs, tails, isMore) = (0, (test.pGreater, test.pLess), test.pGreater < test.pLess)
    self.isLogarithm = isLogarithm
    ratio = estimate.flatMap { isLogarithm && $0.estimate.isFinite ? exp($0.estimate) : nil }
  }

  /// Whether there are enough samples for an interval, and so for a test.
  var isTested: Bool { estimate?.low != nil }

  /// How probable such samples are where nothing differs, on either side; nil where nothing is tested.
  var p: Double? { isTested ? tails.map { min(1, 2 * min($0.more, $0.less)) } : nil }

  /// What it is where `direction` is better. A figure that is gone is worse: whatever it would have shown
  /// is not seen any more. So is one that is no number.
  func effect(_ direction: Metric.Direction) -> Effect {
    isMore.map { Effect(direction, isMore: $0) } ?? .worse
  }

  /// The change in one direction: the estimate and the end of its interval in that direction, as
  /// logarithms above 0 where the figure moved there; and how probable that is where nothing differs.
  func toward(more: Bool) -> (estimate: Double, largest: Double?, p: Double)? {
    guard let estimate, let tails else { return nil }
    return more
      ? (estimate.estimate, estimate.high, tails.more)
      : (-estimate.estimate, estimate.low.map { -$0 }, tails.less)
  }

  /// About how many samples either side must have, to tell a change by that share at that level four times
  /// out of five; nil where no reasonable number does, and of what is paired or has no ratio.
  func samplesNeeded(toTell share: Double, level: Double) -> Int? {
    guard isLogarithm else { return nil }
    return MannWhitney.count(toFind: log(1 + share), spreadAs: unpaired, level: level)
  }
}
