import BenchHarness
import BenchMath
import Foundation

/// What two runs say of one metric, in one cell or in the geometric mean over cells.
package struct ComparedFigure: Encodable, Sendable {
  /// Whether and how the second run differs from the first.
  package enum Verdict: String, Encodable, Sendable {
    /// A difference: in virtual time, or one that holds against all that were tested together.
    case worse, better, changed
    /// A difference, if nothing else were tested.
    case perhapsWorse = "worse?"
    case perhapsBetter = "better?"
    case perhapsChanged = "changed?"
    /// Both runs have the same figures.
    case same
    /// Not told from noise.
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

  /// The run that is held against the first, by its label.
  package let run: String
  /// Both empty in a mean over cells.
  package let strategy: String, workload: String
  package let metric: String
  /// The medians of either run's figures; nil where it has none, and in a mean over cells.
  package let old, new: Double?
  /// How many cells it is made of.
  package let cells: Int
  /// How many trials either run has that were compared, and the fewer of both.
  package let oldTrials, newTrials, trials: Int
  /// How many trials of either run ended as they should not or are missing.
  package let oldLost, newLost: Int
  /// The same in words, as in "new: 2 crashed, 1 missing"; nil for none.
  package let loss: String?
  /// New ÷ old, and the ends of its 95 % interval; nil where there is none.
  package let ratio, low, high: Double?
  /// New − old with its interval, where a figure is not above 0, so that ratios say nothing.
  package let shift, shiftLow, shiftHigh: Double?
  /// How probable such a difference is where there is none, on either side; nil where nothing is tested.
  package let p: Double?
  /// The same, corrected by Holm for all figures of this run that were tested.
  package let adjustedP: Double?
  package let verdict: Verdict
  /// About how many trials of each run it takes to be sure of the smallest change that was asked for, or of
  /// the larger one that was seen with a '?'; nil where there are so many, where that is not known, and where
  /// it is sure anyway: of a change, or that none is as large.
  package let trialsNeeded: Int?

  package var cell: Cell { Cell(strategy, workload) }

  /// Below this p, two runs differ.
  static let level = 0.05
}

extension ComparedFigure {
  /// What `samples` say together, of two runs by their labels. Where figures do not vary by chance,
  /// `isExact`, medians are all there is. `smallest` is the share of a figure whose change is asked for.
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
    // The level for one of so many, where all but it are noise.
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
      // What looks like a change is asked about as it looks.
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

  /// The worst first: how bad it is, then how large the change is in the bad direction.
  var rank: (Int, Double) {
    let order: [Verdict] = [
      .worse, .perhapsWorse, .changed, .perhapsChanged, .noise, .few, .same, .perhapsBetter,
      .better,
    ]
    let place = order.firstIndex(of: verdict) ?? 0
    // What has no ratio, as from 0, changed by more than any.
    guard let ratio else { return (place, -.infinity) }
    return (place, [Metric].named(metric)?.direction == .higher ? log(ratio) : -log(ratio))
  }
}
