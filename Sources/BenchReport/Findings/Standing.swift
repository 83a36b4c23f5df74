import BenchHarness
import BenchMath

/// How a strategy stands on the workloads of a run, by what a person feels.
package struct Standing: Sendable {
  package let name: String
  /// The largest share of a limit that it uses on any workload.
  package let use: Limit.Use
  /// Its worst figure over the workloads, for each limit; figures that it has nowhere are missing.
  package let worst: [Limit: Double]
  /// The arithmetic mean of the workloads' busy shares; nil if a workload has none.
  package let busy: Double?
  /// The geometric mean of the workloads' costs ÷ optimum; nil if one is unknown.
  package let ratio: MedianInterval?

  /// Nil if the strategy failed on any workload, or lacks all figures on one of `places`.
  init?(_ cells: [CellSummary], on places: Set<String>) {
    guard let first = cells.first, cells.allSatisfy(\.isCorrect),
      cells.allSatisfy({ $0.hasFeltFigures || !places.contains($0.workload) })
    else { return nil }
    let uses = cells.flatMap { cell in Limit.allCases.compactMap { $0.use(cell) } }
    guard let most = uses.max(by: { $0.share < $1.share }) else { return nil }
    name = first.title
    use = most
    worst = uses.reduce(into: [:]) { worst, use in
      worst[use.limit] = worst[use.limit].map { use.limit.worse($0, use.figure) } ?? use.figure
    }
    let shares = cells.compactMap { $0.median(.mainBusyShare) }
    busy =
      shares.count == cells.count ? shares.reduce(0, +) / Double(shares.count) : nil
    let ratios = cells.compactMap { $0.figures[Metric.costRatio.name] }
    ratio = ratios.count == cells.count ? MedianInterval(geometricMeanOf: ratios) : nil
  }

  package var isWithinLimits: Bool { use.share <= 1 }

  /// Whether a person notices that this strategy is worse than `other` in any figure, each at its own worst.
  func isNoticeablyWorse(than other: Standing) -> Bool {
    Limit.allCases.contains { limit in
      guard let own = worst[limit], let others = other.worst[limit] else { return false }
      return limit.isNoticeablyWorse(own, than: others)
    }
  }

  /// What a person notices when this strategy takes the place of `other`, such as "busiest second 12 % instead of 31 %".
  func differences(from other: Standing) -> [String] {
    Limit.allCases.compactMap { limit in
      guard let own = worst[limit], let others = other.worst[limit],
        limit.isNoticeablyWorse(own, than: others) || limit.isNoticeablyWorse(others, than: own)
      else { return nil }
      return "\(limit.title) \(limit.text(own)) instead of \(limit.text(others))"
    }
  }
}

extension CellSummary {
  var hasFeltFigures: Bool { Limit.allCases.contains { $0.use(self) != nil } }
}
