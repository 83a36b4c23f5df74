extension [Metric] {
  /// What the work of main does to a display that refreshes 60 times a second.
  static let display: [Metric] = [
    Metric(
      "hitch_ratio_ms_per_s", title: "hitches", unit: "ms/s",
      """
      lateness of frames against a 60 Hz display; under 5 is good, over 10 critical (Apple, \
      "Explore UI animation hitches and the render loop", 2021)
      """
    ) { trial, _ in
      trial.log.end > 0 ? hitchNanoseconds(trial.log) / 1e6 / (Double(trial.log.end) / 1e9) : nil
    }
  ]

  /// A turn's frame is due at the first refresh after the turn began and is shown at the first one
  /// after it ended; the difference is its lateness.
  private static func hitchNanoseconds(_ log: TrialLog) -> Double {
    let period = 1e9 / 60
    return log.turns.reduce(0) { sum, turn in
      let due = (Double(turn.start) / period).rounded(.down) + 1
      let shown = (Double(turn.end) / period).rounded(.up)
      return sum + Swift.max(0, shown - due) * period
    }
  }
}
