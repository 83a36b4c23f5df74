import BenchMath

/// All but hitches are nil unless the toolkit's screen paints deliveries in frames of its own, as GTK does.
extension Metric {
  package static let hitchRatio = Metric(
    "hitch_ratio_ms_per_s", title: "hitches",
    """
    how late frames are on a 60 Hz display, in the active time; under 5 is good, over 10 is critical (Apple, \
    "Explore UI animation hitches and the render loop", 2021)
    """
  ) { trial in
    let late = trial.log.turns.reduce(0) { $0 + $1.lateness }
    return trial.felt.active > 0 ? late / 1e6 / (trial.felt.active / 1e9) : nil
  }

  static let frameRate = Metric(
    "frames_per_s", better: .neither,
    "frames painted ÷ the workload's length; only if the toolkit draws its own frames"
  ) { trial in trial.log.frames.flatMap { trial.log.perSecond(Double($0.count)) } }

  static let framesMissed = Metric(
    "frames_missed",
    "60 Hz refreshes from a frame's first delivery until it is painted, not counting the first"
  ) { $0.log.frames == nil ? nil : missedFrames($0.log) }

  static let timeToPaintMean = Metric(
    "time_to_paint_mean_ms", title: "time to paint",
    "mean time from the end of a delivery until the frame that shows it is painted"
  ) { mean(timesToPaint($0.log)) }

  static let timeToPaintP99 = Metric(
    "time_to_paint_p99_ms",
    "time from the end of a delivery until its frame is painted, 99th percentile"
  ) { milliseconds(percentile(0.99, ofSorted: timesToPaint($0.log).sorted())) }

  static let handlerMean = Metric(
    "handler_mean_ms", title: "handler",
    "mean main-thread time of a delivery; only if the toolkit draws its own frames"
  ) { $0.log.frames == nil ? nil : mean($0.log.deliveries.map { $0.end - $0.start }) }

  static let layoutMean = Metric(
    "layout_mean_ms", title: "layout", "mean main-thread time to lay out a frame"
  ) { mean(($0.log.frames ?? []).map { $0.laidOut - $0.start }) }

  static let paintMean = Metric(
    "paint_mean_ms", title: "paint", "mean main-thread time to paint a frame"
  ) { mean(($0.log.frames ?? []).map { $0.end - $0.laidOut }) }

  private static func timesToPaint(_ log: TrialLog) -> [UInt64] {
    guard log.frames != nil else { return [] }
    return log.deliveries.filter { $0.shown != TrialLog.never }
      .map { $0.shown - min($0.end, $0.shown) }
  }

  /// For each frame, counts the whole refresh periods from its first delivery's start to its painting and subtracts 1.
  private static func missedFrames(_ log: TrialLog) -> Double {
    var missed = 0.0
    var last: UInt64?
    for delivery in log.deliveries where delivery.shown != TrialLog.never && delivery.shown != last
    {
      last = delivery.shown
      missed += max(
        0, (Double(delivery.shown - delivery.start) / Felt.frame).rounded(.down) - 1)
    }
    return missed
  }
}
