import BenchHarness
import BenchMath

package struct RunReport: Sendable {
  package let workloads: [WorkloadReport]
  /// The nearest to the best possible first.
  package let ranking: [Standing]
  package let bottomLine: [Finding]

  package init(_ records: [Trial], _ settings: RunSettings, isBusy: Bool) {
    func keys(_ delivery: DeliveryKind) -> Set<String> {
      Set(settings.strategies.filter { $0.entry.delivery == delivery }.map(\.key))
    }
    self.init(
      CellSummary.summaries(
        of: records, strategies: settings.strategies.map(\.key),
        workloads: settings.workloads.map(\.key)),
      silent: keys(.none), reloading: keys(.reload),
      families: ParameterFamily.families(of: settings.strategies), isBusy: isBusy)
  }

  /// `silent` strategies show nothing; those that are `reloading` need nothing else of an app.
  init(
    _ cells: [CellSummary], silent: Set<String> = [], reloading: Set<String> = [],
    families: [ParameterFamily] = [], isBusy: Bool = false
  ) {
    workloads = cells.map(\.workload).distinct.map { workload in
      WorkloadReport(
        workload, cells.filter { $0.workload == workload }, silent: silent, families, isBusy)
    }
    let cells = cells.filter { !silent.contains($0.strategy) }
    let places = cells.filter { $0.median("cost_ratio") != nil }.map(\.workload).distinct
    let ranking = cells.map(\.strategy).distinct.compactMap { strategy in
      Standing(
        cells.filter { $0.strategy == strategy }, on: Set(places),
        isReloading: reloading.contains(strategy))
    }.sorted { $0.ratio.median < $1.ratio.median }
    self.ranking = ranking
    let certainty = Certainty(cells, isBusy: isBusy)
    let findings =
      [Self.headline(ranking, places, certainty)] + Self.trades(ranking)
      + [places.isEmpty ? nil : Self.notRanked(cells, ranking), certainty.note]
    bottomLine =
      cells.isEmpty
      ? [] : findings.compactMap { $0 } + families.flatMap { $0.findings(over: cells) }
  }

  private static func headline(
    _ ranking: [Standing], _ places: [String], _ certainty: Certainty
  ) -> Finding {
    guard let first = ranking.first else { return .nothingRanked(isKnown: !places.isEmpty) }
    guard ranking.count > 1 else { return .only(first, on: places) }
    let close = ranking.dropFirst().filter { certainty.isClose($0.ratio, to: first.ratio) }
    return .nearest(first, on: places, close: Array(close))
  }

  /// What the nearest does, and who beats it there by over 10 %.
  private static func trades(_ ranking: [Standing]) -> [Finding] {
    guard let first = ranking.first, let latency = first.latency, let busy = first.busy else {
      return []
    }
    var findings = [Finding.does(latency: latency, busy: busy)]
    if !first.isReloading, let other = ranking.first(where: \.isReloading) {
      findings.append(.nearestReload(other))
    }
    let others = ranking.compactMap { standing in
      standing.latency.flatMap { latency in
        standing.busy.map { (name: standing.name, latency: latency, busy: $0) }
      }
    }
    if let fastest = others.min(by: { $0.latency < $1.latency }),
      fastest.latency * Certainty.margin < latency
    {
      findings.append(
        .fastest(fastest.name, latency: fastest.latency, busy: fastest.busy, close: []))
    }
    if let idlest = others.min(by: { $0.busy < $1.busy }), idlest.busy * Certainty.margin < busy {
      findings.append(.leastBusy(idlest.name, busy: idlest.busy, latency: idlest.latency))
    }
    return findings
  }

  /// Failed strategies, and those without a cost where others have one.
  private static func notRanked(_ cells: [CellSummary], _ ranking: [Standing]) -> Finding? {
    let ranked = Set(ranking.map(\.name))
    let remarks = cells.map(\.strategy).distinct.filter { !ranked.contains($0.readableKey) }
      .map { strategy in
        let causes = cells.filter { $0.strategy == strategy }.compactMap { cell -> String? in
          guard cell.median("cost_ratio") == nil || !cell.isCorrect else { return nil }
          let cause = cell.isCorrect ? cell.voids : cell.failures
          return cause.isEmpty ? nil : "\(cause) on \(cell.workload.readableKey)"
        }
        return (strategy.readableKey, causes.joined(separator: ", "))
      }
    return remarks.isEmpty ? nil : .notRanked(remarks)
  }
}

/// A strategy over the workloads of a run. Cost ratios are against the best deliveries of the same
/// kind, so the nearest of one kind may cost more than another kind.
package struct Standing: Sendable {
  package let name: String
  /// The geometric mean of cost ratios.
  package let ratio: MedianInterval
  package let worst: (ratio: Double, workload: String)
  /// The geometric mean of mean latencies, in ms; nil if one is missing.
  package let latency: Double?
  /// The arithmetic mean of busy shares.
  package let busy: Double?
  let isReloading: Bool

  /// Nil if it failed or lacks a cost ratio on one of `places`.
  fileprivate init?(_ cells: [CellSummary], on places: Set<String>, isReloading: Bool) {
    guard cells.allSatisfy(\.isCorrect) else { return nil }
    let cells = cells.filter { places.contains($0.workload) }
    func figures(_ metric: String) -> [MedianInterval]? {
      let figures = cells.compactMap { $0.figures[metric] }
      return figures.count == places.count ? figures : nil
    }
    func ratio(_ cell: CellSummary) -> Double { cell.median("cost_ratio") ?? 0 }
    guard
      let geometric = figures("cost_ratio").flatMap(MedianInterval.init(geometricMeanOf:)),
      let worst = cells.max(by: { ratio($0) < ratio($1) })
    else { return nil }
    (name, self.ratio, self.isReloading) = (worst.title, geometric, isReloading)
    self.worst = (ratio(worst), worst.workload)
    latency = figures("latency_mean_ms").flatMap(MedianInterval.init(geometricMeanOf:))?.median
    busy = figures("main_busy_share").map { $0.reduce(0) { $0 + $1.median } / Double($0.count) }
  }
}

/// How sure the order of figures is.
struct Certainty {
  /// Smaller differences are not worth recommending a strategy for.
  static let margin = 1.1

  /// Figures are exact, or from enough trials on a quiet machine.
  private let isSure: Bool
  let note: Finding?

  init(_ cells: [CellSummary], isBusy: Bool) {
    let trials = cells.filter(\.isCorrect).compactMap { $0.figures.values.map(\.count).max() }.min()
    let isSure =
      cells.allSatisfy { $0.time == .virtual }
      || (!isBusy && (trials ?? 0) >= MedianInterval.fewest)
    self.isSure = isSure
    note = trials.flatMap { isSure ? nil : .uncertain(trials: $0, isBusy: isBusy) }
  }

  /// Whether `other` may really be as small as `least`.
  func isClose(_ other: MedianInterval, to least: MedianInterval) -> Bool {
    let isInside = (other.low ?? other.median) <= (least.high ?? least.median)
    return isInside || (!isSure && other.median <= least.median * Self.margin)
  }
}
