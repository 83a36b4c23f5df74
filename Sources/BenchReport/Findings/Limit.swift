import BenchHarness

/// A limit on an effect of a strategy that a user notices.
package struct Limit: Sendable {
  /// How much of a limit a strategy uses on a workload.
  package struct Use: Sendable {
    let metric: Metric
    /// 1 is all of the limit.
    package let share: Double
    let workload: String
    /// The figure that the limit is held against, in the unit of the metric.
    let figure: Double

    /// Such as "longest wait 52 ms on uart".
    package var text: String { figureText(withWorkload: true) }

    func figureText(withWorkload: Bool) -> String {
      Noticeable.text(figure, metric) + (withWorkload ? " on \(workload.readableKey)" : "")
    }
  }

  private let metric: Metric
  /// The share of the limit that a figure uses.
  private let share: @Sendable (_ figure: Double, CellSummary) -> Double

  private static let all = [
    // 100 ms (Nielsen, "Usability engineering", 1993) or, if that is impossible with half of the main thread free, the
    // shortest possible wait plus a frame.
    Limit(metric: .latencyMax) { figure, cell in
      let least = cell.median(.leastLatencyMax) ?? 0
      return figure / max(100, least + 1_000 / 60)
    },
    // Half of the busiest second for the rest of the app.
    Limit(metric: .mainBusyPeakShare) { figure, _ in figure / 0.5 },
    // 10 ms/s of hitches, which Apple calls critical.
    Limit(metric: .hitchRatio) { figure, _ in figure / 10 },
    // 30 pictures a second in motion or, if fewer updates arrive, as many as arrive.
    Limit(metric: .picturesPerSecond) { figure, cell in
      let wanted = min(30, cell.median(.possiblePicturesPerSecond) ?? 30)
      return wanted == 0 ? 0 : wanted / figure
    },
  ]

  /// A limit counts as kept up to this share, because figures are shown with three digits.
  static let kept = 1.005

  static let metrics = all.map(\.metric)

  /// How much the combination uses of each limit for which it has a figure. If no strategy meets a limit, which is then
  /// in `missed`, the best one's figure replaces it; a strategy that is as good uses nothing of it.
  static func uses(_ cell: CellSummary, missed: [Use] = []) -> [Use] {
    all.compactMap { limit in
      guard let figure = cell.median(limit.metric) else { return nil }
      var share = limit.share(figure, cell)
      let place = (limit.metric, cell.workload)
      if let best = missed.first(where: { ($0.metric, $0.workload) == place }) {
        let isWorse = Noticeable.isSeen(best.figure, betterThan: figure, limit.metric)
        share = isWorse ? share / best.share : 0
      }
      return Use(metric: limit.metric, share: share, workload: cell.workload, figure: figure)
    }
  }

  /// The least use of each limit that none of several strategies meets on a workload; empty for a single strategy.
  static func missed(by cells: [CellSummary]) -> [Use] {
    let found = cells.flatMap { uses($0) }
    let workloads = cells.map(\.workload).distinct
    return workloads.flatMap { workload in
      metrics.compactMap { metric in
        let own = found.filter { ($0.metric, $0.workload) == (metric, workload) }
        let best = own.min { $0.share < $1.share }
        return own.count > 1 && best?.share ?? 0 > kept ? best : nil
      }
    }
  }
}

extension CellSummary {
  var hasFeltFigures: Bool { Limit.metrics.contains { median($0) != nil } }
}

extension FigureText {
  static func percent(_ share: Double) -> String { threeDigits(share * 100) + " %" }
}
