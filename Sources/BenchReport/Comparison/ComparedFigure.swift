import BenchHarness
import BenchMath
import Foundation

/// A metric of a strategy in two runs, over the workloads that both ran or on one of them.
package struct ComparedFigure: Encodable, Sendable {
  package enum Verdict: String, CaseIterable, Encodable, Sendable {
    /// In virtual time, worse on any workload; in real time, significantly worse, and enough to matter.
    case worse
    /// Only one of the runs has figures.
    case missing
    /// A change for the better by the rules for `worse`; in virtual time, only if no workload is worse.
    case better
    /// So few trials can show no change.
    case tooFew = "too few trials"
    /// Perhaps there is one, but it is not larger than the noise.
    case noChangeFound = "no change found"
    /// Nothing differs or, in real time, every change in the 95 % interval is too small to matter.
    case same
  }

  package let run, strategy, metric: String
  /// The workloads covered or, if figures of virtual time differ, those that decide the verdict, largest change first.
  package private(set) var workloads: [String]
  /// Whether the figure covers all workloads of the strategy. In real time, others have a verdict only if they changed.
  package let isWhole: Bool
  /// The medians, if the figure covers a single workload and they are finite; otherwise nil.
  package let old, new: Double?
  package let oldTrials, newTrials: Int
  /// New ÷ old with its 95 % interval; in virtual time, only the ratio, on the first of `workloads`. Nil if undefined.
  package private(set) var ratio, low, high: Double?
  /// How probable such a change of any figure is if the labels of trials mean nothing; nil if the figure is not tested.
  package private(set) var p: Double?
  package private(set) var verdict: Verdict?
  /// Whether the new figure is higher, also where there is no ratio.
  private var isMore = false

  /// A change is significant if ``p`` is at most this. Two tests, of whole strategies and of single workloads, are wrong
  /// in one comparison of a hundred.
  static let level = 0.005
  /// The smallest change on a single workload that is named, as a logarithm.
  private static let smallestOnOne = log(1.1)
  /// Smaller differences are ignored, because results have six decimal places.
  private static let rounding = 1e-6

  private struct Samples {
    typealias Stratum = (workload: String, sides: (first: [Double], second: [Double]))

    let strategy: String
    let metric: Metric
    let strata: [Stratum]
    var isWhole = true

    /// Whether both sides have the same figures, so that nothing changed.
    var isEqual: Bool { strata.allSatisfy { $1.first.sorted() == $1.second.sorted() } }

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
      test(&figures, all, ComparedBlocks(old, new), smallest: smallest)
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

  /// Tests strategies and single workloads without what the trials of other strategies have in common, which is mostly
  /// noise, and all strategies of a metric together as they are, for what changed everywhere.
  private static func test(
    _ figures: inout [ComparedFigure], _ all: [Samples], _ blocks: ComparedBlocks,
    smallest: Double
  ) {
    for place in all.indices where all[place].isWhole { figures[place].verdict = .missing }
    let tested = all.indices.filter { !all[$0].both.isEmpty }
    let (wholes, parts) = (
      tested.filter { all[$0].isWhole }, tested.filter { !all[$0].isWhole }
    )
    let raw = parts.map { place in
      blocks.row(Cell(all[place].strategy, all[place].strata[0].workload), all[place].metric)
    }
    var quiet = raw
    let metrics = all.map(\.metric.name).distinct
    let byMetric = metrics.map { metric in
      parts.indices.filter { all[parts[$0]].metric.name == metric }
    }
    for own in byMetric {
      let rows = blocks.withoutSharedNoise(own.map { (all[parts[$0]].strategy, raw[$0]) })
      for (number, row) in zip(own, rows) { quiet[number] = row }
    }
    let partsOf = wholes.map { whole in
      parts.indices.filter {
        all[parts[$0]].strategy == all[whole].strategy
          && all[parts[$0]].metric.name == all[whole].metric.name
      }
    }
    let test = blocks.test(
      partsOf.map { $0.map { quiet[$0] } }
        + byMetric.map { own in [blocks.middle(own.map { raw[$0] })] })
    for (number, place) in wholes.enumerated() {
      let together = wholes.count + (metrics.firstIndex(of: all[place].metric.name) ?? 0)
      let own = partsOf[number]
      figures[place].take(
        own.map { raw[$0] }, quiet: own.map { quiet[$0] }, blocks, p: test.p[number])
      figures[place].join(test.p[together])
      let least = all[place].both.map { blocks.smallest($1.first.count, $1.second.count) }.min()
      figures[place].judge(all[place], least ?? 1, smallest: smallest)
    }
    let ps = blocks.test(quiet.map { [$0] }).p
    for (number, place) in parts.enumerated() {
      figures[place].take([raw[number]], quiet: [quiet[number]], blocks, p: ps[number])
      figures[place].name(all[place])
    }
  }

  /// Takes the change as it is, and as it is beside the other strategies, which the test is about.
  private mutating func take(
    _ rows: [ComparedBlocks.Row], quiet: [ComparedBlocks.Row], _ blocks: ComparedBlocks, p: Double
  ) {
    let change = blocks.change(rows.filter(\.hasRatios))
    (ratio, low, high) = (
      change.map { exp($0.estimate) }, change?.low.map { exp($0) }, change?.high.map { exp($0) }
    )
    let directions = [rows, quiet].map { blocks.change($0).map { $0.estimate > 0 } ?? false }
    isMore = directions[0]
    self.p = directions[0] == directions[1] ? p : 1
  }

  /// Takes the p of all strategies together if this one moved, too: its interval has no room for the opposite.
  private mutating func join(_ together: Double) {
    guard let low, let high, low > 1 || high < 1 else { return }
    p = min(p ?? 1, together)
  }

  /// `least` is the smallest p that so few trials can give.
  private mutating func judge(_ samples: Samples, _ least: Double, smallest: Double) {
    let isSmall = [ratio, low, high].map { Self.size($0) <= log1p(smallest) }
    verdict =
      least > Self.level
      ? .tooFew
      : samples.isEqual || !isSmall.contains(false)
        ? .same
        : isSignificant && !isSmall[0] ? changed(samples.metric) : .noChangeFound
  }

  /// Names a change on a single workload.
  private mutating func name(_ samples: Samples) {
    guard isSignificant, Self.size(ratio) >= Self.smallestOnOne, !samples.isEqual else { return }
    verdict = changed(samples.metric)
  }

  private var isSignificant: Bool { p.map { $0 <= Self.level } ?? false }

  private func changed(_ metric: Metric) -> Verdict {
    isMore == (metric.direction == .lower) ? .worse : .better
  }
}
