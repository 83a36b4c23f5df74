import BenchHarness
import BenchMath
import Foundation

/// A metric of a strategy in two runs, over the workloads that both ran or on one of them.
package struct ComparedFigure: Encodable, Sendable {
  package enum Verdict: String, CaseIterable, Encodable, Sendable {
    /// In virtual time, worse on any workload; in real time, significantly worse (Holm's correction), enough to matter.
    case worse
    /// Only one of the runs has figures.
    case missing
    /// A change for the better by the rules for `worse`; in virtual time, only if no workload is worse.
    case better
    case unclear
    /// Nothing differs or, in real time, every change in the 95 % interval is too small to matter.
    case same
  }

  package let run, strategy, metric: String
  /// The workloads covered or, if figures of virtual time differ, those that decide the verdict, largest change first.
  package private(set) var workloads: [String]
  /// Whether the figure covers all workloads of the strategy. In real time, only such figures are tested.
  package let isWhole: Bool
  /// The medians, if the figure covers a single workload and they are finite; otherwise nil.
  package let old, new: Double?
  package let oldTrials, newTrials: Int
  /// New ÷ old with its 95 % interval; in virtual time, only the ratio, on the first of `workloads`. Nil if undefined.
  package private(set) var ratio, low, high: Double?
  /// The two-sided p-value of the stratified Mann–Whitney test; nil if the figure is not tested.
  package private(set) var p: Double?
  /// The p-value with Holm's correction for all tests of this run.
  package private(set) var adjustedP: Double?
  package private(set) var verdict: Verdict?

  private static let level = 0.05
  /// Smaller differences are ignored, because results have six decimal places.
  private static let rounding = 1e-6

  private struct Samples {
    typealias Stratum = (workload: String, sides: MannWhitney.Stratum)

    let strategy: String
    let metric: Metric
    let strata: [Stratum]
    var isWhole = true

    var both: [Stratum] { strata.filter { !$0.sides.first.isEmpty && !$0.sides.second.isEmpty } }
  }

  /// The figures of each strategy in both runs, over all workloads and on each one, sorted with the worst first.
  /// `smallest` is the smallest change that matters, as a share.
  static func figures(
    _ old: ComparedSide, _ new: ComparedSide, _ metrics: [Metric], smallest: Double
  ) -> [ComparedFigure] {
    let cells = old.common(new).map(\.cell)
    let all = cells.map(\.strategy).distinct.flatMap { strategy in
      metrics.flatMap { metric -> [Samples] in
        let own: [Samples.Stratum] = cells.filter { $0.strategy == strategy }.map {
          ($0.workload, (old.samples($0, metric), new.samples($0, metric)))
        }.filter { ($1.first + $1.second).contains(where: \.isFinite) }
        guard !own.isEmpty else { return [] }
        return [Samples(strategy: strategy, metric: metric, strata: own)]
          + own.map { Samples(strategy: strategy, metric: metric, strata: [$0], isWhole: false) }
      }
    }
    var figures = all.map { ComparedFigure(new.label, $0) }
    if old.run.header.time == .virtual {
      for place in all.indices { figures[place].compareExactly(all[place]) }
    } else {
      let changes = all.map { $0.both.isEmpty ? nil : Change(unpaired: $0.strata.map(\.sides)) }
      let tested = all.indices.filter { all[$0].isWhole && changes[$0] != nil }
      let adjusted = zip(tested, Holm.adjusted(tested.compactMap { changes[$0]?.p }))
        .reduce(into: [:]) { $0[$1.0] = $1.1 }
      for place in all.indices {
        figures[place].test(all[place], changes[place], adjusted[place], smallest: smallest)
      }
    }
    return figures.enumerated().map { place, figure in
      let verdict = figure.verdict.flatMap(Verdict.allCases.firstIndex) ?? Verdict.allCases.count
      return (rank: (verdict, -size(figure.ratio), place), figure: figure)
    }.sorted { $0.rank < $1.rank }.map(\.figure)
  }

  /// A change from 0 has no ratio and counts as the largest.
  private static func size(_ ratio: Double?) -> Double { ratio.map { abs(log($0)) } ?? .infinity }

  private init(_ run: String, _ samples: Samples) {
    (self.run, strategy, metric) = (run, samples.strategy, samples.metric.name)
    (workloads, isWhole) = (samples.strata.map(\.workload), samples.isWhole)
    let sides = [samples.strata.map(\.sides.first), samples.strata.map(\.sides.second)]
    // Infinite medians become nil, because JSON has no infinities.
    let medians = sides.map { side in
      MedianInterval(side[0]).flatMap { side.count == 1 && $0.median.isFinite ? $0.median : nil }
    }
    (old, new) = (medians[0], medians[1])
    (oldTrials, newTrials) = (sides[0].joined().count, sides[1].joined().count)
  }

  private mutating func compareExactly(_ samples: Samples) {
    let changes = samples.both.compactMap { workload, sides in
      let medians = [sides.first, sides.second].map { MedianInterval($0)?.median }
      return Change(exact: medians[0], medians[1], allowed: Self.rounding)
        .map { (workload: workload, change: $0) }
    }.sorted { Self.size($0.change.ratio) > Self.size($1.change.ratio) }
    let worse = changes.filter { $0.change.isWorse(samples.metric.direction) }
    let telling = worse.isEmpty ? changes : worse
    if !telling.isEmpty { workloads = telling.map(\.workload) }
    ratio = telling.first?.change.ratio
    verdict =
      samples.both.isEmpty ? .missing : telling.isEmpty ? .same : worse.isEmpty ? .better : .worse
  }

  private mutating func test(
    _ samples: Samples, _ change: Change?, _ adjustedP: Double?, smallest: Double
  ) {
    (ratio, low, high) = (change?.ratio, change?.low, change?.high)
    verdict = samples.isWhole ? .missing : nil
    guard let change, let adjustedP else { return }
    (p, self.adjustedP) = (change.p, adjustedP)
    let isSmall = [ratio, low, high].map { Self.size($0) <= log1p(smallest) }
    let isEqual = samples.strata.allSatisfy { $1.first.sorted() == $1.second.sorted() }
    verdict =
      isEqual || !isSmall.contains(false)
      ? .same
      : adjustedP >= Self.level || isSmall[0]
        ? .unclear : change.isWorse(samples.metric.direction) ? .worse : .better
  }
}
