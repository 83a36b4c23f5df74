import BenchHarness
import BenchMath
import Foundation

/// A metric of two runs, in one cell or as the geometric mean over cells.
package struct ComparedFigure: Encodable, Sendable {
  package enum Verdict: String, Encodable, Sendable {
    /// A difference: in virtual time, or after correcting for the number of comparisons.
    case worse, better, changed
    /// A difference only without that correction.
    case perhapsWorse = "worse?"
    case perhapsBetter = "better?"
    case perhapsChanged = "changed?"
    case same
    case noise = "~"
    /// Too few trials for an interval.
    case few = "few"

    fileprivate init(_ effect: Change.Effect, isSure: Bool) {
      switch effect {
      case .worse: self = isSure ? .worse : .perhapsWorse
      case .better: self = isSure ? .better : .perhapsBetter
      case .neither: self = isSure ? .changed : .perhapsChanged
      }
    }
  }

  package let run: String
  /// Both are empty in a mean over cells.
  package let strategy: String, workload: String
  package let metric: String
  /// Medians; nil in a mean over cells.
  package let old, new: Double?
  package let cells: Int
  /// Trials that were compared; `trials` is the smaller number.
  package let oldTrials, newTrials, trials: Int
  /// Trials that failed or are missing.
  package let oldLost, newLost: Int
  /// As in "new: 2 crashed, 1 missing".
  package let loss: String?
  /// New ÷ old with its 95 % interval.
  package let ratio, low, high: Double?
  /// New − old with its interval, if a figure is not above 0 and has no ratio.
  package let shift, shiftLow, shiftHigh: Double?
  /// Two-sided; nil if nothing is tested.
  package let p: Double?
  /// Corrected by Holm for all figures of this run.
  package let adjustedP: Double?
  package let verdict: Verdict
  /// Trials of each run to detect the smallest change asked for, or the larger one marked with a
  /// '?'; nil if already sure, unknown or too many.
  package let trialsNeeded: Int?

  package var cell: Cell { Cell(strategy, workload) }

  static let level = 0.05
}

extension ComparedFigure {
  /// In virtual time, `isExact`, the medians are the figures. `smallest` is the change to detect,
  /// as a share.
  static func figures(
    _ samples: [ComparedSamples], of runs: (old: String, new: String), isExact: Bool,
    smallest: Double
  ) -> [ComparedFigure] {
    let compared = samples.map { samples in
      let sides = [samples.old, samples.new].map { side in
        let all = side.all(samples.metric.direction).sorted()
        return isExact ? MedianInterval(all).map { [$0.median] } ?? [] : all
      }
      return (isSame: sides[0] == sides[1], change: Change(unpaired: sides[0], sides[1]))
    }
    // The level for one comparison of so many if the others are noise.
    let strictest = level / Double(max(1, samples.count))
    var adjusted = Holm.adjusted(compared.compactMap(\.change.p))[...]
    return zip(samples, compared).map { samples, compared in
      let (change, adjustedP) = (
        compared.change, compared.change.p.flatMap { _ in adjusted.popFirst() }
      )
      let verdict =
        compared.isSame ? .same : judged(change, samples.metric, adjustedP, isExact: isExact)
      return ComparedFigure(
        samples, change, runs, adjustedP, verdict,
        needed: trialsNeeded(change, verdict, smallest, level: strictest))
    }
  }

  private static func judged(
    _ change: Change, _ metric: Metric, _ adjustedP: Double?, isExact: Bool
  ) -> Verdict {
    let effect = change.effect(metric.direction)
    if isExact { return Verdict(effect, isSure: true) }
    guard let p = change.p, let adjustedP else { return .few }
    return p < level ? Verdict(effect, isSure: adjustedP < level) : .noise
  }

  private static func trialsNeeded(
    _ change: Change, _ verdict: Verdict, _ smallest: Double, level: Double
  ) -> Int? {
    switch verdict {
    case .worse, .better, .changed, .same: return nil
    case .noise, .few:
      let limit = log(1 + smallest)
      let ends = [change.estimate?.low ?? -.infinity, change.estimate?.high ?? .infinity]
      let isRuledOut = ends.allSatisfy { abs($0) < limit }
      return isRuledOut ? nil : change.samplesNeeded(toTell: smallest, level: level)
    case .perhapsWorse, .perhapsBetter, .perhapsChanged:
      let seen = exp(abs(log(change.ratio ?? 1))) - 1
      return change.samplesNeeded(toTell: max(smallest, seen), level: level)
    }
  }

  private init(
    _ samples: ComparedSamples, _ change: Change, _ runs: (old: String, new: String),
    _ adjustedP: Double?, _ verdict: Verdict, needed: Int?
  ) {
    let isMean = samples.cell == nil
    run = runs.new
    (strategy, workload) = (samples.cell?.strategy ?? "", samples.cell?.workload ?? "")
    (metric, cells) = (samples.metric.name, samples.cells)
    (old, new) = isMean ? (nil, nil) : (samples.old.median, samples.new.median)
    (oldTrials, newTrials) = (samples.old.count, samples.new.count)
    let fewer = min(oldTrials, newTrials)
    (trials, trialsNeeded) = (fewer, needed.flatMap { $0 > fewer ? $0 : nil })
    let losses = [samples.old, samples.new].map(\.losses)
    (oldLost, newLost) = (
      losses[0].reduce(0) { $0 + $1.count }, losses[1].reduce(0) { $0 + $1.count }
    )
    let words = zip([runs.old, runs.new], losses).filter { !$1.isEmpty }.map { label, losses in
      "\(label): " + losses.map { "\($0.count) \($0.what)" }.joined(separator: ", ")
    }
    loss = words.isEmpty ? nil : words.joined(separator: "; ")
    let steps = [change.estimate?.estimate, change.estimate?.low, change.estimate?.high].map {
      $0.flatMap { $0.isFinite ? $0 : nil }
    }
    let ratios = change.isLogarithm ? steps.map { $0.map { exp($0) } } : [nil, nil, nil]
    let shifts = change.isLogarithm ? [nil, nil, nil] : steps
    (ratio, low, high) = (ratios[0], ratios[1], ratios[2])
    (shift, shiftLow, shiftHigh) = (shifts[0], shifts[1], shifts[2])
    (p, self.adjustedP, self.verdict) = (change.p, adjustedP, verdict)
  }

  /// The worst verdict first, then the largest change for the worse.
  var rank: (Int, Double) {
    let order: [Verdict] = [
      .worse, .perhapsWorse, .changed, .perhapsChanged, .noise, .few, .same, .perhapsBetter,
      .better,
    ]
    let place = order.firstIndex(of: verdict) ?? 0
    // A change from 0 has no ratio and is the largest.
    guard let ratio else { return (place, -.infinity) }
    return (place, [Metric].named(metric)?.direction == .higher ? log(ratio) : -log(ratio))
  }
}
