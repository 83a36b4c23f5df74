import BenchMath

extension [Metric] {
  /// Empty unless the screen has frames of its own.
  static let frames: [Metric] = [
    Metric(
      "frames_per_s", title: "frames", unit: "1/s", better: .neither,
      "frames painted ÷ the time of the workload; on a screen with frames of its own"
    ) { trial, _ in trial.log.frames.flatMap { trial.log.perSecond(Double($0.count)) } },
    Metric(
      "frames_missed", title: "frames missed", unit: "",
      "refreshes of a 60 Hz display that passed before a delivery was painted, minus one for each frame"
    ) { trial, _ in trial.log.frames.map { _ in missedFrames(trial.log) } },
    Metric(
      "time_to_paint_mean_ms", title: "time to paint", unit: "ms",
      "end of a delivery → the frame that shows it is painted, the mean"
    ) { trial, _ in mean(timesToPaint(trial.log)) },
    Metric(
      "time_to_paint_p99_ms", title: "time to paint p99", unit: "ms",
      "the same, for 99 % of the deliveries"
    ) { trial, _ in
      percentile(0.99, ofSorted: timesToPaint(trial.log).sorted()).map { Double($0) / 1e6 }
    },
    Metric(
      "handler_mean_ms", title: "handler", unit: "ms",
      "main-thread time in a delivery, the mean; on a screen with frames of its own"
    ) { trial, _ in
      guard trial.log.frames != nil else { return nil }
      return mean(trial.log.deliveries.map { $0.end - $0.start })
    },
    Metric(
      "layout_mean_ms", title: "layout", unit: "ms",
      "main-thread time for the layout of a frame, the mean"
    ) { trial, _ in mean((trial.log.frames ?? []).map { $0.laidOut - $0.start }) },
    Metric(
      "paint_mean_ms", title: "paint", unit: "ms",
      "main-thread time for painting a frame, the mean"
    ) { trial, _ in mean((trial.log.frames ?? []).map { $0.end - $0.laidOut }) },
  ]

  static func mean(_ nanoseconds: [UInt64]) -> Double? {
    nanoseconds.isEmpty
      ? nil : nanoseconds.reduce(0) { $0 + Double($1) } / Double(nanoseconds.count) / 1e6
  }

  private static func timesToPaint(_ log: TrialLog) -> [UInt64] {
    guard log.frames != nil else { return [] }
    return log.deliveries.filter { $0.shown != TrialLog.never }
      .map { $0.shown - Swift.min($0.end, $0.shown) }
  }

  /// Each frame counts from the first delivery that it shows; the refresh after it is not missed.
  private static func missedFrames(_ log: TrialLog) -> Double {
    let period = 1e9 / 60
    var missed = 0.0
    var last: UInt64?
    for delivery in log.deliveries where delivery.shown != TrialLog.never && delivery.shown != last
    {
      last = delivery.shown
      missed += Swift.max(0, (Double(delivery.shown - delivery.start) / period).rounded(.down) - 1)
    }
    return missed
  }
}
