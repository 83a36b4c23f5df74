import BenchHarness

/// A limit on what a person feels of a strategy.
package enum Limit: CaseIterable, Sendable {
  /// The longest wait: 100 ms (Nielsen, "Usability engineering", 1993) or, if that cannot be kept with half of the main
  /// thread free, what can be, plus a frame.
  case wait
  /// Half of the busiest second for the rest of the app.
  case busiestSecond
  /// 10 ms/s of hitches, which Apple calls critical.
  case hitches
  /// 30 pictures a second in motion or, if fewer updates arrive, as many as arrive.
  case pictures

  /// How much of a limit a strategy uses on a workload.
  package struct Use: Sendable {
    package let limit: Limit
    /// 1 is all of the limit.
    package let share: Double
    package let workload: String
    /// The figure that decides, in the unit of the limit's metric.
    package let figure: Double

    /// Such as "longest wait 52 ms on uart".
    package var text: String { "\(limit.title) \(limit.text(figure)) on \(workload.readableKey)" }
  }

  package var metric: Metric {
    switch self {
    case .wait: .latencyMax
    case .busiestSecond: .mainBusyPeakShare
    case .hitches: .hitchRatio
    case .pictures: .picturesPerSecond
    }
  }

  package var title: String {
    switch self {
    case .wait: "longest wait"
    case .busiestSecond: "busiest second"
    case .hitches: "hitches"
    case .pictures: "pictures"
    }
  }

  package func text(_ figure: Double) -> String { FigureText.withUnit(figure, metric) }

  /// Whether `one` is so much worse than `other` that a person notices.
  func isNoticeablyWorse(_ one: Double, than other: Double) -> Bool {
    let loss = self == .pictures ? other - one : one - other
    return loss >= Noticeable.least(metric) * (1 - 1e-9)
  }

  /// Nil if the combination has no such figure.
  func use(_ cell: CellSummary) -> Use? {
    cell.median(metric).map { figure in
      Use(limit: self, share: share(figure, cell), workload: cell.workload, figure: figure)
    }
  }

  private func share(_ figure: Double, _ cell: CellSummary) -> Double {
    switch self {
    case .wait:
      let least = cell.median(.leastLatencyMax) ?? 0
      return figure / max(100, least + 1_000 / 60)
    case .busiestSecond: return figure / 0.5
    case .hitches: return figure / 10
    case .pictures:
      let wanted = min(30, cell.median(.possiblePicturesPerSecond) ?? 30)
      return wanted == 0 ? 0 : wanted / figure
    }
  }

  /// The worse of two figures.
  func worse(_ one: Double, _ other: Double) -> Double {
    self == .pictures ? min(one, other) : max(one, other)
  }
}
