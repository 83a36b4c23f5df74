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
    /// There may be a change, but it is not larger than the noise.
    case noChangeFound = "no change found"
    /// Nothing differs or, in real time, every change in the 95 % interval is too small to matter.
    case same
  }

  package let run, strategy: String
  package let metric: Metric
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
  /// Whether the new figure is higher, even if there is no ratio.
  private var isMore = false

  private typealias Stratum = (workload: String, old: [Double], new: [Double])
  /// The figures in both runs, by workload.
  private let strata: [Stratum]

  private enum CodingKeys: CodingKey {
    case run, strategy, metric, workloads, isWhole, old, new, oldTrials, newTrials
    case ratio, low, high, p, verdict, isMore
  }

  /// A change is significant if ``p`` is at most this. Two tests, of whole strategies and of single workloads, are wrong
  /// in one comparison of a hundred.
  static let level = 0.005
  /// The smallest change on a single workload that is named, as a logarithm.
  private static let smallestOnOne = log(1.1)
  /// Smaller differences are ignored, because results have six decimal places.
  private static let rounding = 1e-6

  /// The figures of each strategy in both runs, over all workloads and on each one, sorted with the worst first.
  /// `smallest` is the smallest change that matters, as a share.
  static func figures(
    _ old: ComparedSide, _ new: ComparedSide, _ metrics: [Metric], smallest: Double
  ) -> [ComparedFigure] {
    let cells = old.common(new).map(\.cell)
    var figures = cells.map(\.strategy).distinct.flatMap { strategy in
      metrics.flatMap { metric -> [ComparedFigure] in
        let own: [Stratum] = cells.filter { $0.strategy == strategy }.map {
          ($0.workload, old.samples($0, metric), new.samples($0, metric))
        }.filter { ($1 + $2).contains(where: \.isFinite) }
        let sets = own.isEmpty ? [] : [(own, isWhole: true)] + own.map { ([$0], isWhole: false) }
        return sets.map { ComparedFigure(new.label, strategy, metric, $0, isWhole: $1) }
      }
    }
    if old.run.header.time == .virtual {
      for place in figures.indices { figures[place].compareExactly() }
    } else {
      test(&figures, ComparedBlocks(old, new), smallest: smallest)
    }
    return figures.enumerated().map { place, figure in
      let verdict = figure.verdict.flatMap(Verdict.allCases.firstIndex) ?? Verdict.allCases.count
      return (rank: (verdict, -size(figure.ratio), place), figure: figure)
    }.sorted { $0.rank < $1.rank }.map(\.figure)
  }

  /// A change from 0 has no ratio and counts as the largest.
  private static func size(_ ratio: Double?) -> Double { ratio.map { abs(log($0)) } ?? .infinity }

  private init(
    _ run: String, _ strategy: String, _ metric: Metric, _ strata: [Stratum], isWhole: Bool
  ) {
    (self.run, self.strategy, self.metric) = (run, strategy, metric)
    (self.strata, self.isWhole, workloads) = (strata, isWhole, strata.map(\.workload))
    // Infinite medians become nil, because JSON has no infinities.
    func median(_ side: [[Double]]) -> Double? {
      side.count > 1
        ? nil : MedianInterval(side[0]).flatMap { $0.median.isFinite ? $0.median : nil }
    }
    (old, new) = (median(strata.map(\.old)), median(strata.map(\.new)))
    oldTrials = strata.reduce(0) { $0 + $1.old.count }
    newTrials = strata.reduce(0) { $0 + $1.new.count }
  }

  private var isEqual: Bool { strata.allSatisfy { $1.sorted() == $2.sorted() } }
  /// Those that both runs have.
  private var both: [Stratum] { strata.filter { !$0.old.isEmpty && !$0.new.isEmpty } }

  private mutating func compareExactly() {
    let changes = both.compactMap { workload, old, new in
      Change(
        exact: MedianInterval(old)?.median, MedianInterval(new)?.median, allowed: Self.rounding
      ).map { (workload: workload, change: $0) }
    }.sorted { Self.size($0.change.ratio) > Self.size($1.change.ratio) }
    let worse = changes.filter { $0.change.isWorse(metric.direction) }
    let telling = worse.isEmpty ? changes : worse
    if !telling.isEmpty { workloads = telling.map(\.workload) }
    ratio = telling.first?.change.ratio
    verdict = both.isEmpty ? .missing : telling.isEmpty ? .same : worse.isEmpty ? .better : .worse
  }

  /// Tests strategies and single workloads without the noise that other strategies' trials share, and all strategies of
  /// a metric together with it, to find changes that affect all of them.
  private static func test(
    _ figures: inout [ComparedFigure], _ blocks: ComparedBlocks, smallest: Double
  ) {
    for place in figures.indices where figures[place].isWhole { figures[place].verdict = .missing }
    let all = figures
    let tested = all.indices.filter { !all[$0].both.isEmpty }
    let (wholes, parts) = (tested.filter { all[$0].isWhole }, tested.filter { !all[$0].isWhole })
    var raw = all.map { _ in ComparedBlocks.Row(logs: []) }
    for place in parts {
      let cell = Cell(all[place].strategy, all[place].workloads[0])
      raw[place] = blocks.row(cell, all[place].metric)
    }
    var quiet = raw
    let metrics = all.map(\.metric).distinct
    let byMetric = metrics.map { metric in parts.filter { all[$0].metric == metric } }
    for own in byMetric {
      let rows = blocks.withoutSharedNoise(own.map { (all[$0].strategy, raw[$0]) })
      for (place, row) in zip(own, rows) { quiet[place] = row }
    }
    // A whole is followed by its parts.
    let partsOf = wholes.map { whole in
      (1...all[whole].strata.count).map { whole + $0 }.filter { !all[$0].both.isEmpty }
    }
    let ps = blocks.test(
      partsOf.map { $0.map { quiet[$0] } }
        + byMetric.map { own in [blocks.middle(own.map { raw[$0] })] })
    for (number, (place, own)) in zip(wholes, partsOf).enumerated() {
      let metric = metrics.firstIndex(of: all[place].metric) ?? 0
      figures[place].take(
        own.map { raw[$0] }, quiet: own.map { quiet[$0] }, blocks, p: ps[number])
      figures[place].join(ps[wholes.count + metric])
      figures[place].judge(blocks, smallest: smallest)
    }
    for (place, p) in zip(parts, blocks.test(parts.map { [quiet[$0]] })) {
      figures[place].take([raw[place]], quiet: [quiet[place]], blocks, p: p)
      figures[place].name()
    }
  }

  /// Takes the size of the change in `rows`, and `p` if the change without shared noise (`quiet`) has that direction.
  private mutating func take(
    _ rows: [ComparedBlocks.Row], quiet: [ComparedBlocks.Row], _ blocks: ComparedBlocks, p: Double
  ) {
    let change = blocks.change(rows.filter(\.hasRatios))
    ratio = change.map { exp($0.estimate) }
    (low, high) = (change?.low.map { exp($0) }, change?.high.map { exp($0) })
    let directions = [rows, quiet].map { blocks.change($0).map { $0.estimate > 0 } ?? false }
    isMore = directions[0]
    self.p = directions[0] == directions[1] ? p : 1
  }

  /// Takes the p of all strategies together if this one moved, too, as its interval shows.
  private mutating func join(_ together: Double) {
    guard let low, let high, low > 1 || high < 1 else { return }
    p = min(p ?? 1, together)
  }

  private mutating func judge(_ blocks: ComparedBlocks, smallest: Double) {
    let isSmall = [ratio, low, high].map { Self.size($0) <= log1p(smallest) }
    // The smallest p that so few trials can give.
    let least = both.map { blocks.smallest($1.count, $2.count) }.min() ?? 1
    verdict =
      least > Self.level
      ? .tooFew
      : isEqual || !isSmall.contains(false)
        ? .same : isSignificant && !isSmall[0] ? changed : .noChangeFound
  }

  /// Names a change on a single workload.
  private mutating func name() {
    guard isSignificant, Self.size(ratio) >= Self.smallestOnOne, !isEqual else { return }
    verdict = changed
  }

  private var isSignificant: Bool { p.map { $0 <= Self.level } ?? false }
  private var changed: Verdict { isMore == (metric.direction == .lower) ? .worse : .better }
}
