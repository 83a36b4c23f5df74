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
    /// Every matched trial has the same figure.
    case same
    /// Not told from noise.
    case noise = "~"
    /// Too few matched trials for an interval.
    case few = "few"
    /// A figure of 0 has no ratio.
    case noRatio = "no ratio"

    fileprivate init(_ metric: Metric, isMore: Bool, isSure: Bool) {
      switch Change.Effect(metric.direction, isMore: isMore) {
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
  /// The medians over the trials of either run; nil in a mean over cells.
  package let old, new: Double?
  /// How many cells it is made of.
  package let cells: Int
  /// How many trials of either run were matched.
  package let trials: Int
  /// New ÷ old, and the ends of its 95 % interval; nil where there is none.
  package let ratio, low, high: Double?
  /// How probable such a difference is where there is none, on either side; nil where nothing is tested.
  package let p: Double?
  /// The same, corrected by Holm for all figures of this run that were tested.
  package internal(set) var adjustedP: Double?
  package internal(set) var verdict = Verdict.same

  package var cell: Cell { Cell(strategy, workload) }

  /// Below this p, two runs differ.
  static let level = 0.05
}

/// Which trial of a cell.
struct Repetition: Hashable {
  let pass: TrialPass
  let trial: Int
}

/// One metric of one cell in two runs, trial by trial.
struct MatchedTrials {
  let cell: Cell
  let metric: Metric
  let old: [Repetition: Double], new: [Repetition: Double]

  /// The logarithms of new ÷ old of the trials that both have; figures of 0 have none.
  fileprivate var logRatios: [Repetition: Double] {
    old.reduce(into: [:]) { ratios, old in
      guard let new = new[old.key], new > 0, old.value > 0 else { return }
      ratios[old.key] = log(new / old.value)
    }
  }

  /// Whether the trials that both have are equal, and there are some.
  fileprivate var isSame: Bool {
    let both = old.filter { new[$0.key] != nil }
    return !both.isEmpty && both.allSatisfy { new[$0.key] == $0.value }
  }
}

extension ComparedFigure {
  /// Of one cell; nil unless both runs have the figure.
  init?(_ trials: MatchedTrials, run: String, isExact: Bool) {
    guard let old = MedianInterval(Array(trials.old.values))?.median,
      let new = MedianInterval(Array(trials.new.values))?.median
    else { return nil }
    self.init(
      run: run, trials.cell, trials.metric, medians: (old, new), cells: 1,
      logRatios: Array(trials.logRatios.values), isExact: isExact)
    if !trials.isSame { verdict = judged(trials.metric, exactly: isExact ? (old, new) : nil) }
  }

  /// The geometric mean over cells, of the trials that all of them have; nil without any.
  init?(mean all: [MatchedTrials], _ metric: Metric, run: String, isExact: Bool) {
    let cells = all.map(\.logRatios).filter { !$0.isEmpty }
    let common = cells.dropFirst().reduce(Set((cells.first ?? [:]).keys)) {
      $0.intersection($1.keys)
    }
    guard !common.isEmpty else { return nil }
    self.init(
      run: run, nil, metric, medians: nil, cells: cells.count,
      logRatios: common.map { key in
        cells.reduce(0) { $0 + ($1[key] ?? 0) } / Double(cells.count)
      }, isExact: isExact)
    verdict = judged(metric, exactly: isExact ? ratio.map { (1, $0) } : nil)
  }

  private init(
    run: String, _ cell: Cell?, _ metric: Metric, medians: (old: Double, new: Double)?,
    cells: Int, logRatios: [Double], isExact: Bool
  ) {
    let change = Change(logRatios: logRatios)
    self.run = run
    (strategy, workload) = (cell?.strategy ?? "", cell?.workload ?? "")
    self.metric = metric.name
    (old, new) = (medians?.old, medians?.new)
    (self.cells, trials, ratio) = (cells, change.pairs, change.ratio)
    low = isExact ? nil : change.estimate?.low.map { exp($0) }
    high = isExact ? nil : change.estimate?.high.map { exp($0) }
    p = isExact ? nil : change.p
  }

  /// By two figures that do not vary; or in real time, by itself and with all else that was tested.
  private func judged(_ metric: Metric, exactly figures: (old: Double, new: Double)?) -> Verdict {
    if let (old, new) = figures {
      return old == new ? .same : Verdict(metric, isMore: new > old, isSure: true)
    }
    guard let ratio else { return .noRatio }
    guard let p else { return .few }
    guard p < Self.level else { return .noise }
    return Verdict(metric, isMore: ratio > 1, isSure: (adjustedP ?? 1) < Self.level)
  }

  /// The figures, with Holm's correction over all of them that were tested.
  static func corrected(_ figures: [ComparedFigure]) -> [ComparedFigure] {
    let tested = figures.indices.filter { figures[$0].p != nil }
    let adjusted = Holm.adjusted(tested.compactMap { figures[$0].p })
    return zip(tested, adjusted).reduce(into: figures) { figures, corrected in
      let (index, p) = corrected
      figures[index].adjustedP = p
      guard figures[index].verdict != .same, let metric = [Metric].named(figures[index].metric)
      else { return }
      figures[index].verdict = figures[index].judged(metric, exactly: nil)
    }
  }

  /// The worst first: how bad it is, then how large the change is in the bad direction.
  var rank: (Int, Double) {
    let order: [Verdict] = [
      .worse, .perhapsWorse, .changed, .perhapsChanged, .noise, .few, .noRatio, .same,
      .perhapsBetter, .better,
    ]
    let change = log(ratio ?? 1)
    let isMoreBetter = [Metric].named(metric)?.direction == .higher
    return (order.firstIndex(of: verdict) ?? 0, isMoreBetter ? change : -change)
  }
}
