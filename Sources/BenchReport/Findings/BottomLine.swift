import BenchHarness
import BenchMath

/// What a run comes to over all its workloads: which strategy comes nearest to the best possible, and
/// what that trades.
///
/// A cost ratio is against the best possible with deliveries of the same kind, so one that is nearer may
/// cost more than one of another kind; where that is so, it is said.
package struct BottomLine: Sendable {
  /// What a strategy did, over the workloads.
  package struct Standing: Sendable {
    package let name: String
    /// The geometric mean of its cost ratios.
    package let ratio: MedianInterval
    /// The geometric mean of its costs in ms.
    let cost: Double
    /// Where that is most, and how much.
    package let worst: (ratio: Double, workload: String)
    /// The geometric mean of its mean latencies in ms; nil where one is missing.
    package let latency: Double?
    /// The main thread's busy share, on average.
    package let busy: Double?
    /// Whether its deliveries reload the view; others ask for more of an app.
    let isReloading: Bool
  }

  /// The nearest to the best possible first; empty where no workload has a cost ratio.
  package let ranking: [Standing]
  /// Plain sentences: what is best, what it trades, what could not be ranked.
  package private(set) var sentences: [String] = []
  private let certainty: Certainty

  /// Ranks the strategies of a run.
  /// - Parameters:
  ///   - reports: all of the run.
  ///   - silent: strategies of which nothing is expected to be shown.
  ///   - reloading: the keys of those whose deliveries reload the view.
  ///   - families: strategies with several values of one parameter, of which more is said.
  ///   - isBusy: whether the machine was, so that less can be claimed.
  package init(
    _ reports: [WorkloadReport], silent: Set<String>, reloading: Set<String>,
    families: [ParameterFamily] = [], isBusy: Bool
  ) {
    let cells = reports.flatMap(\.cells).filter { !silent.contains($0.strategy) }
    let places = Set(cells.filter { $0.median("cost_ratio") != nil }.map(\.workload))
    certainty = Certainty(cells, isBusy: isBusy)
    ranking = cells.map(\.strategy).distinct.compactMap { strategy in
      let own = cells.filter { $0.strategy == strategy }
      guard own.allSatisfy(\.isCorrect) else { return nil }
      return Standing(
        own.filter { places.contains($0.workload) }, count: places.count,
        isReloading: reloading.contains(strategy))
    }.sorted { $0.ratio.median < $1.ratio.median }
    let workloads = cells.map(\.workload).distinct.filter(places.contains)
    sentences =
      [
        best(on: workloads), latencyAndBusy, otherKind, soonest, idlest,
        places.isEmpty ? nil : notRanked(cells), certainty.note,
      ].compactMap { $0 } + families.flatMap { $0.sentences(over: cells) }
  }

  /// Those that may in truth cost as little as the first.
  private var close: [Standing] {
    guard let first = ranking.first else { return [] }
    return ranking.dropFirst().filter { certainty.isClose($0.ratio, to: first.ratio) }
  }

  private func best(on workloads: [String]) -> String? {
    guard let first = ranking.first, ranking.count > 1 else { return nil }
    let scope =
      workloads.count == 1 ? workloads[0].readableKey : "these \(workloads.count) workloads"
    return "\(first.name) comes nearest to the best possible on \(scope), at "
      + "\(figure(first.ratio.median)) times its cost\(rivals)."
  }

  private var rivals: String {
    let named = close.prefix(3).map { "\($0.name) (\(figure($0.ratio.median)))" }
    guard !named.isEmpty else { return "" }
    let all = (named + (close.count > 3 ? ["\(close.count - 3) more"] : [])).listed
    guard !certainty.isExact else { return "; so does \(all)" }
    return "; \(all) \(close.count == 1 ? "is" : "are") close"
  }

  private var latencyAndBusy: String? {
    guard let first = ranking.first, ranking.count > 1, let latency = first.latency,
      let busy = first.busy
    else { return nil }
    return "It shows an update after \(figure(latency)) ms on average and keeps the main thread "
      + "busy \(figure(busy * 100)) % of the time."
  }

  /// Deliveries of another kind ask more of an app, and may cost less.
  private var otherKind: String? {
    guard let first = ranking.first else { return nil }
    guard first.isReloading else {
      guard let other = ranking.first(where: \.isReloading) else { return nil }
      return "Its deliveries need to know what changed. Of those that just reload, \(other.name) "
        + "comes nearest, at \(figure(other.ratio.median)) times."
    }
    guard let other = ranking.min(by: { $0.cost < $1.cost }), !other.isReloading,
      other.cost * Certainty.margin < first.cost
    else { return nil }
    return "\(other.name) costs \(figure(other.cost / first.cost)) times as much as \(first.name), "
      + "but its deliveries need to know what changed."
  }

  private var soonest: String? {
    guard let own = ranking.first?.latency,
      let other = ranking.min(by: { ($0.latency ?? .infinity) < ($1.latency ?? .infinity) }),
      let latency = other.latency, let busy = other.busy, latency * Certainty.margin < own
    else { return nil }
    return "\(other.name) has the lowest latency (\(figure(latency)) ms), with the main thread "
      + "busy \(figure(busy * 100)) % of the time."
  }

  private var idlest: String? {
    guard let own = ranking.first?.busy,
      let other = ranking.min(by: { ($0.busy ?? .infinity) < ($1.busy ?? .infinity) }),
      let busy = other.busy, let latency = other.latency, busy * Certainty.margin < own
    else { return nil }
    return "\(other.name) uses the least main-thread time (\(figure(busy * 100)) %), with updates "
      + "shown after \(figure(latency)) ms."
  }

  /// Those that failed somewhere, or have no cost where others have one, and where.
  private func notRanked(_ cells: [CellSummary]) -> String? {
    let ranked = Set(ranking.map(\.name))
    let names = cells.map(\.strategy).distinct.filter { !ranked.contains($0.readableKey) }
      .map { strategy in
        let causes = cells.filter { $0.strategy == strategy }.compactMap { cell -> String? in
          guard cell.median("cost_ratio") == nil || !cell.isCorrect else { return nil }
          let cause = cell.isCorrect ? cell.voids : cell.failures
          return cause.isEmpty ? nil : "\(cause) on \(cell.workload.readableKey)"
        }
        return strategy.readableKey
          + (causes.isEmpty ? "" : " (\(causes.joined(separator: ", ")))")
      }
    return names.isEmpty ? nil : "Not ranked: \(names.joined(separator: ", "))."
  }

  private func figure(_ value: Double) -> String { FigureText.threeDigits(value) }
}

extension BottomLine.Standing {
  /// Nil where it has no cost ratio on one of so many workloads; `cells` are those it has been run on.
  fileprivate init?(_ cells: [CellSummary], count: Int, isReloading: Bool) {
    func figures(_ metric: String) -> [MedianInterval]? {
      let figures = cells.compactMap { $0.figures[metric] }
      return figures.count == count ? figures : nil
    }
    func mean(_ metric: String) -> MedianInterval? {
      figures(metric).flatMap(MedianInterval.init(geometricMeanOf:))
    }
    func ratio(_ cell: CellSummary) -> Double { cell.median("cost_ratio") ?? 0 }
    guard let geometric = mean("cost_ratio"), let cost = mean("cost_ms")?.median,
      let worst = cells.max(by: { ratio($0) < ratio($1) })
    else { return nil }
    (name, self.ratio, self.cost) = (worst.title, geometric, cost)
    (self.worst, self.isReloading) = ((ratio(worst), worst.workload), isReloading)
    latency = mean("latency_mean_ms")?.median
    busy = figures("main_busy_share").map { $0.reduce(0) { $0 + $1.median } / Double($0.count) }
  }
}
