import BenchHarness
import BenchMath

/// How a strategy stands on the workloads of a run, by what a user notices.
package struct Standing: Sendable {
  package let name: String
  /// The largest share of a limit that it uses on any workload. The best figure replaces a limit that none meets.
  package let use: Limit.Use
  /// Its worst figure over the workloads, for each limit; figures that it lacks everywhere are missing.
  private let worst: [Metric: Double]
  /// The arithmetic mean of the workloads' busy shares; nil if a workload has none.
  package let busy: Double?
  /// The geometric mean of the workloads' costs ÷ optimum; nil if one is unknown.
  package let ratio: Double?

  /// Nil if the strategy failed on any workload, or lacks all figures on one of `places`.
  init?(_ cells: [CellSummary], on places: Set<String>, missed: [Limit.Use]) {
    guard let first = cells.first, cells.allSatisfy(\.isCorrect),
      cells.allSatisfy({ $0.hasFeltFigures || !places.contains($0.workload) })
    else { return nil }
    let uses = cells.flatMap { Limit.uses($0, missed: missed) }
    guard let most = uses.max(by: { $0.share < $1.share }) else { return nil }
    name = first.title
    use = most
    worst = Dictionary(grouping: uses, by: \.metric).reduce(into: [:]) { worst, own in
      let figures = own.value.map(\.figure)
      worst[own.key] = own.key.direction == .higher ? figures.min() : figures.max()
    }
    let shares = cells.compactMap { $0.median(.mainBusyShare) }
    busy =
      shares.count == cells.count ? shares.reduce(0, +) / Double(shares.count) : nil
    let ratios = cells.compactMap { $0.median(.costRatio) }
    ratio = ratios.count == cells.count ? geometricMean(ratios) : nil
  }

  package var isWithinLimits: Bool { use.share <= Limit.kept }

  /// Whether a user notices that this strategy is worse than `other` in any figure, each at its own worst.
  func isNoticeablyWorse(than other: Standing) -> Bool {
    Limit.metrics.contains { other.isNoticeablyBetter(than: self, in: $0) }
  }

  /// What a user notices if this strategy replaces `other`, such as "busiest second 12 % instead of 31 %".
  func differences(from other: Standing) -> [String] {
    Limit.metrics.compactMap { metric in
      guard let own = worst[metric], let others = other.worst[metric],
        isNoticeablyBetter(than: other, in: metric)
          || other.isNoticeablyBetter(than: self, in: metric)
      else { return nil }
      return Noticeable.text(own, insteadOf: others, metric)
    }
  }

  private func isNoticeablyBetter(than other: Standing, in metric: Metric) -> Bool {
    guard let own = worst[metric], let others = other.worst[metric] else { return false }
    return Noticeable.isSeen(own, betterThan: others, metric)
  }
}
